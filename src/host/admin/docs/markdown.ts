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

/** A heading, its anchor as public forges make it, and the Markdown up to the next heading. */
export type Section = {
  readonly level: number;
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
};

export function sectionsOf(markdown: string): readonly Section[] {
  const found = [...withoutFences(markdown).matchAll(/^(#{1,6}) +(.+?) *#*$/gm)];
  const seen = new Map<string, number>();
  return found.map(({ 0: line, 1: marks = '', 2: heading = '', index }, position) => {
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return {
      level: marks.length,
      heading: heading.replaceAll('`', ''),
      anchor: count === 0 ? slug : `${slug}-${count}`,
      text: markdown.slice(index + line.length, found[position + 1]?.index),
    };
  });
}

/** The same text with the code between fences blanked, so that positions stay. */
function withoutFences(markdown: string): string {
  return markdown.replace(/^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, blanked);
}

export function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
