import { dirname, join } from 'node:path';
import { docsFile, docsFiles } from './docs-files.ts';

/** Where the documentation is on the admin port. */
export const DOCS_ROOT = '/docs/';

/** A page of the documentation, as a browser reads it. */
export type Page = {
  /** Its place in the repository. */
  readonly file: string;
  /** Its place below `/docs/`. */
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
};

/** A heading, its anchor as public forges make it, and the text up to the next heading. */
export type Section = {
  readonly level: number;
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
};

type Group = { readonly title: string; readonly pages: readonly Page[] };

/** All pages and pictures, and the pages in the groups of the overview; those that it does not name come last. */
export async function readDocs() {
  const files = docsFiles();
  const pathOf = new Map(files.map((file) => [file, placeOf(file)]));
  const pages = await Promise.all(
    files.filter((file) => file.endsWith('.md')).map((file) => readPage(file, pathOf)),
  );
  const pictures = files.filter((file) => file.endsWith('.png'));
  return {
    pages,
    groups: groupsOf(pages),
    pictures: new Map(pictures.map((file) => [placeOf(file), file])),
  };
}

/** A page in `docs/` is called by its name, the README of another folder by the name of that folder. */
function placeOf(file: string): string {
  if (file === 'docs/README.md') return 'index';
  return file
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '')
    .replace(/\.md$/, '')
    .toLowerCase();
}

async function readPage(file: string, pathOf: ReadonlyMap<string, string>): Promise<Page> {
  const markdown = await Bun.file(docsFile(file)).text();
  // The pages are plain Markdown: `<id>` in them is text.
  const html = Bun.markdown
    .html(markdown, { noHtmlBlocks: true, noHtmlSpans: true, headings: { ids: true } })
    // A URL in angle brackets is a link all the same.
    .replace(/&lt;(https?:\/\/[^\s<&]+)&gt;/g, '<a href="$1">$1</a>')
    .replace(/(<a href|<img src)="([^"]*)"/g, (_, tag: string, target: string) => {
      const moved = movedTarget(file, target, pathOf);
      return moved === undefined ? tag.replace(/ \w+$/, '') : `${tag}="${moved}"`;
    });
  const sections = sectionsOf(html);
  const path = pathOf.get(file) ?? file;
  return { file, path, title: sections[0]?.heading ?? path, html, sections };
}

/** Where a link of a page leads on the admin port. undefined: to a file of the repository that is no page. */
function movedTarget(
  file: string,
  target: string,
  pathOf: ReadonlyMap<string, string>,
): string | undefined {
  if (/^(?:#|[a-z][a-z+.-]*:)/i.test(target)) return target;
  const [place = '', anchor] = target.split('#');
  const named = join(dirname(file), place);
  const path = pathOf.get(named) ?? pathOf.get(join(named, 'README.md'));
  if (path === undefined) return undefined;
  return `${DOCS_ROOT}${path}${anchor === undefined ? '' : `#${anchor}`}`;
}

const HEADING = /<h([1-6]) id="([^"]*)">(.*?)<\/h\1>/g;

function sectionsOf(html: string): readonly Section[] {
  const found = [...html.matchAll(HEADING)];
  return found.map(({ 0: whole, 1: level, 2: anchor = '', 3: heading = '', index }, at) => ({
    level: Number(level),
    anchor,
    heading: textOf(heading),
    text: textOf(html.slice(index + whole.length, found[at + 1]?.index)),
  }));
}

/** The text of HTML that was made of Markdown. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The sections of the overview, each with the pages that it names and that no section before it has. */
function groupsOf(pages: readonly Page[]): readonly Group[] {
  const rest = new Map(pages.map((page) => [`${DOCS_ROOT}${page.path}`, page]));
  const overview = rest.get(`${DOCS_ROOT}index`)?.html ?? '';
  const groups = overview.split(/<h2 [^>]*>/).map((section, at): Group => {
    const links = [...section.matchAll(/<a href="([^"#]*)/g)].map(([, path = '']) => path);
    const named = [`${DOCS_ROOT}${at === 0 ? 'index' : ''}`, ...links].flatMap((path) => {
      const page = rest.get(path);
      rest.delete(path);
      return page ?? [];
    });
    return { title: at === 0 ? 'Start' : textOf(section.split('</h2>')[0] ?? ''), pages: named };
  });
  return [...groups, { title: 'Project', pages: [...rest.values()] }].filter(
    ({ pages: some }) => some.length > 0,
  );
}
