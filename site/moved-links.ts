import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Link, linksOf } from './markdown-links.ts';
import { type Page, ROOT } from './pages.ts';

const isExternal = (target: string) => /^[a-z][a-z+.-]*:/i.test(target);

/** The file that a link of a page names, and its anchor; undefined where it leaves the repository. */
export function repositoryTarget(
  file: string,
  target: string,
): { readonly file: string; readonly anchor: string } | undefined {
  if (isExternal(target)) return undefined;
  const [path = '', anchor = ''] = target.split('#');
  return { file: path === '' ? file : join(dirname(file), path), anchor };
}

/** Where a file of the repository is on the site, or in a package. */
export type Place = Pick<Page, 'file' | 'path'>;

/** A page at its place: links to files that have a place lead there, links to others become plain text. */
export function withMovedLinks(page: Page, places: readonly Place[]): string {
  const pathByFile = new Map(places.map(({ file, path }) => [file, path]));
  let result = '';
  let position = 0;
  for (const link of linksOf(page.markdown)) {
    result += page.markdown.slice(position, link.start) + movedLink(page, pathByFile, link);
    position = link.end;
  }
  return result + page.markdown.slice(position);
}

function movedLink(
  { file, path }: Place,
  pathByFile: ReadonlyMap<string, string>,
  { kind, text, target }: Link,
): string {
  const mark = kind === 'picture' ? '!' : '';
  const found = repositoryTarget(file, target);
  if (found === undefined) return `${mark}[${text}](${target})`;
  if (!existsSync(join(ROOT, found.file))) {
    throw new Error(`${file}: expected a file of the repository behind (${target})`);
  }
  const place = pathByFile.get(found.file) ?? pathByFile.get(join(found.file, 'README.md'));
  if (place === undefined) return text;
  const way = relative(dirname(path), place);
  const anchor = found.anchor === '' ? '' : `#${found.anchor}`;
  return `${mark}[${text}](${way.startsWith('.') ? way : `./${way}`}${anchor})`;
}
