import { type Refusal, refuse } from '../../../lib/refusal.ts';
import { escapedHtml } from '../../../lib/text.ts';
import STYLE from './docs.css' with { type: 'text' };
import { docsFile } from './docs-files.ts';
import { DOCS_ROOT, type Page, readDocs } from './pages.ts';
import { type SearchResult, search } from './search.ts';

type Docs = Awaited<ReturnType<typeof readDocs>>;

/** Read when someone first opens them; a start without that costs nothing. */
let docs: Promise<Docs> | undefined;

/**
 * A page, a picture or, with a query, the results of a search in the documentation; undefined for paths that are not
 * below `/docs/`.
 */
export async function docsAt(
  path: string,
  query: string | null,
): Promise<Response | Refusal | undefined> {
  if (path === '/docs')
    return new Response(null, { status: 302, headers: { Location: DOCS_ROOT } });
  if (!path.startsWith(DOCS_ROOT)) return undefined;
  const name = path.slice(DOCS_ROOT.length);
  if (name === 'docs.css') return answer(STYLE, 'text/css; charset=utf-8');
  docs ??= readDocs();
  const { pages, groups, pictures } = await docs;
  if (name === '' && query !== null) {
    const body = resultsHtml(query, search(pages, query));
    return html({ title: 'Search', body, groups, query });
  }
  const picture = pictures.get(name);
  if (picture !== undefined) return answer(Bun.file(docsFile(picture)), 'image/png');
  const page = pages.find((one) => one.path === (name === '' ? 'index' : name));
  if (page === undefined) {
    return refuse.notFound(`the documentation has no page at ${DOCS_ROOT}${name}`);
  }
  return html({ title: page.title, body: page.html, groups, current: page });
}

function answer(body: string | Bun.BunFile, type: string): Response {
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': 'no-cache' } });
}

function resultsHtml(query: string, results: readonly SearchResult[]): string {
  const items = results.map(({ path, title, heading, anchor, text }) => {
    const link = `<a href="${DOCS_ROOT}${path}#${anchor}">${escapedHtml(heading)}</a>`;
    const of = heading === title ? '' : ` · ${escapedHtml(title)}`;
    return `<li>${link}${of}<p>${escapedHtml(text)}</p></li>`;
  });
  const found =
    items.length === 0
      ? '<p>No page has all of these words.</p>'
      : `<ol class="results">${items.join('')}</ol>`;
  return `<h1>Search: ${escapedHtml(query)}</h1>${found}`;
}

type Shown = Pick<Docs, 'groups'> & {
  readonly title: string;
  readonly body: string;
  readonly current?: Page;
  readonly query?: string;
};

function html({ title, body, groups, current, query = '' }: Shown): Response {
  const menu = groups.map(
    (group) =>
      `<h2>${escapedHtml(group.title)}</h2><ul>${group.pages.map((page) => entryOf(page, current)).join('')}</ul>`,
  );
  const text = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)} · Parley</title>
<link rel="icon" href="/assets/icon.svg"><link rel="stylesheet" href="${DOCS_ROOT}docs.css"></head>
<body>
<aside>
<form action="${DOCS_ROOT}"><input type="search" name="q" value="${escapedHtml(query)}" placeholder="Search the documentation" aria-label="Search the documentation"></form>
<nav aria-label="Documentation">${menu.join('\n')}</nav>
</aside>
<main>${body}</main>
</body>
</html>
`;
  return answer(text, 'text/html; charset=utf-8');
}

/** The current page has its sections below it. */
function entryOf(page: Page, current: Page | undefined): string {
  const mark = page === current ? ' aria-current="page"' : '';
  const link = `<a href="${DOCS_ROOT}${page.path}"${mark}>${escapedHtml(page.title)}</a>`;
  if (page !== current) return `<li>${link}</li>`;
  const items = page.sections
    .filter(({ level }) => level === 2)
    .map(({ heading, anchor }) => `<li><a href="#${anchor}">${escapedHtml(heading)}</a></li>`);
  return `<li>${link}<ul>${items.join('')}</ul></li>`;
}
