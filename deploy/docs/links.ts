import { dirname, join, relative } from 'node:path';

/** A link or picture of a Markdown text, outside code. */
export type Link = {
  readonly kind: 'link' | 'picture';
  /** Of a picture, the words for those who do not see it. */
  readonly text: string;
  readonly target: string;
  /** Where the whole link stands in the text. */
  readonly start: number;
  readonly end: number;
};

const LINK = /!?\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** The links and pictures of a page; what stands in code is not one. */
export function linksOf(markdown: string): readonly Link[] {
  return [...withoutCode(markdown).matchAll(LINK)].map(
    ({ 0: whole, 1: words, 2: target, index }) => {
      const isPicture = whole.startsWith('!');
      const start = index + whole.indexOf('[') + 1;
      return {
        kind: isPicture ? 'picture' : 'link',
        text: markdown.slice(start, start + (words?.length ?? 0)),
        target: target ?? '',
        start: index,
        end: index + whole.length,
      };
    },
  );
}

const blanked = (code: string) => code.replace(/[^\n]/g, '.');

function withoutCode(markdown: string): string {
  return withoutFences(markdown).replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, blanked);
}

/** Where a file of the repository is on the site, or in a package. */
export type Place = { readonly file: string; readonly path: string };

/** The file that a link of a page names, and its anchor; undefined where it leaves the repository. */
export function repositoryTarget(
  file: string,
  target: string,
): { readonly file: string; readonly anchor: string } | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(target)) return undefined;
  const [path = '', anchor = ''] = target.split('#');
  return { file: path === '' ? file : join(dirname(file), path), anchor };
}

/** A page at its place: links to files that have a place lead there, links to others become plain text. */
export function withMovedLinks(
  page: Place & { readonly markdown: string },
  places: readonly Place[],
): string {
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
  const place = pathByFile.get(found.file) ?? pathByFile.get(join(found.file, 'README.md'));
  if (place === undefined) return text;
  const way = relative(dirname(path), place);
  const anchor = found.anchor === '' ? '' : `#${found.anchor}`;
  return `${mark}[${text}](${way.startsWith('.') ? way : `./${way}`}${anchor})`;
}

/** The same text with the code between fences blanked, so that positions stay. */
function withoutFences(markdown: string): string {
  return markdown.replace(/^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, blanked);
}

/** The anchors of the headings of a page, as public forges and the admin port make them. */
export function anchorsOf(markdown: string): readonly string[] {
  const html = Bun.markdown.html(markdown, { headings: { ids: true } });
  return [...html.matchAll(/<h[1-6] id="([^"]*)"/g)].map(([, anchor = '']) => anchor);
}
