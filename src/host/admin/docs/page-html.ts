import { escapedHtml } from '../../../lib/text.ts';
import { sectionsOf, withMovedLinks } from './markdown.ts';
import { groupsOf, type Page } from './pages.ts';
import type { SearchResult } from './search.ts';

const ROOT = '/docs/';

/** A page of the documentation as a browser reads it. */
export function pageHtml(page: Page, pages: readonly Page[], places: Places): string {
  const markdown = withMovedLinks(page, places);
  const anchors = sectionsOf(page.markdown).map(({ anchor }) => anchor);
  let heading = 0;
  // The pages are plain Markdown: `<id>` in them is text.
  const body = Bun.markdown
    .html(markdown, { noHtmlBlocks: true, noHtmlSpans: true })
    // A URL in angle brackets is a link all the same.
    .replace(/&lt;(https?:\/\/[^\s<&]+)&gt;/g, '<a href="$1">$1</a>')
    .replace(/<h([1-6])>/g, (_, level) => `<h${level} id="${anchors[heading++]}">`);
  return layout({ title: page.title, body, pages, current: page });
}

type Places = Parameters<typeof withMovedLinks>[1];

export function resultsHtml(
  query: string,
  results: readonly SearchResult[],
  pages: readonly Page[],
): string {
  const items = results.map(({ path, title, heading, anchor, excerpt }) => {
    const link = `<a href="${ROOT}${path}#${anchor}">${escapedHtml(heading)}</a>`;
    const of = heading === title ? '' : ` · ${escapedHtml(title)}`;
    return `<li>${link}${of}<p>${escapedHtml(excerpt)}</p></li>`;
  });
  const found =
    items.length === 0
      ? '<p>No page has all of these words.</p>'
      : `<ol class="results">${items.join('')}</ol>`;
  const body = `<h1>Search: ${escapedHtml(query)}</h1>${found}`;
  return layout({ title: 'Search', body, pages, query });
}

type Layout = {
  readonly title: string;
  readonly body: string;
  readonly pages: readonly Page[];
  readonly current?: Page;
  readonly query?: string;
};

function layout({ title, body, pages, current, query = '' }: Layout): string {
  const groups = groupsOf(pages).map(
    (group) =>
      `<h2>${group.title}</h2><ul>${group.pages.map((page) => entryOf(page, current)).join('')}</ul>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)} · Parley</title>
<link rel="icon" href="/assets/icon.svg"><link rel="stylesheet" href="${ROOT}docs.css"></head>
<body>
<aside>
<form action="${ROOT}"><input type="search" name="q" value="${escapedHtml(query)}" placeholder="Search the documentation" aria-label="Search the documentation"></form>
<nav aria-label="Documentation">${groups.join('\n')}</nav>
</aside>
<main>${body}</main>
</body>
</html>
`;
}

/** The current page has its sections below it. */
function entryOf(page: Page, current: Page | undefined): string {
  const link = (mark: string) =>
    `<a href="${ROOT}${page.path}"${mark}>${escapedHtml(page.title)}</a>`;
  if (page !== current) return `<li>${link('')}</li>`;
  const sections = sectionsOf(page.markdown).filter(({ level }) => level === 2);
  const items = sections.map(
    ({ heading, anchor }) => `<li><a href="#${anchor}">${escapedHtml(heading)}</a></li>`,
  );
  return `<li>${link(' aria-current="page"')}<ul>${items.join('')}</ul></li>`;
}
