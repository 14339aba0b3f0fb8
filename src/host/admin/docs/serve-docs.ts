import { perObject } from '../../../lib/lookup.ts';
import type { AnyOp } from '../../../lib/op.ts';
import { type Refusal, refuse } from '../../../lib/refusal.ts';
import STYLE from './docs.css' with { type: 'text' };
import { docsFile, docsFiles } from './docs-files.ts';
import { pageHtml, resultsHtml } from './page-html.ts';
import { allPages, placeOf } from './pages.ts';
import { search } from './search.ts';

const ROOT = '/docs/';

/** When someone first opens it; a start without one costs nothing. */
const readOnce = perObject(readDocs);

async function readDocs(ops: readonly AnyOp[]) {
  const pages = await allPages(ops);
  const pictures = docsFiles()
    .filter((file) => file.endsWith('.png'))
    .map((file) => ({ file, path: placeOf(file) }));
  return { pages, pictures };
}

/**
 * A page, a picture or, with a query, the results of a search in the documentation; undefined for paths that are not
 * below `/docs/`.
 */
export async function docsAt(
  path: string,
  query: string | null | undefined,
  ops: readonly AnyOp[],
): Promise<Response | Refusal | undefined> {
  if (path === '/docs') return new Response(null, { status: 302, headers: { Location: ROOT } });
  if (!path.startsWith(ROOT)) return undefined;
  const name = path.slice(ROOT.length);
  if (name === 'docs.css') return answer(STYLE, 'text/css; charset=utf-8');
  const { pages, pictures } = await readOnce(ops);
  if (name === '' && typeof query === 'string') {
    return html(resultsHtml(query, search(pages, query), pages));
  }
  const picture = pictures.find((one) => one.path === name);
  if (picture !== undefined) return answer(Bun.file(docsFile(picture.file)), 'image/png');
  const page = pages.find((one) => one.path === (name === '' ? 'index' : name));
  if (page === undefined) return refuse.notFound(`the documentation has no page at ${ROOT}${name}`);
  return html(pageHtml(page, pages, [...pages, ...pictures]));
}

const html = (text: string): Response => answer(text, 'text/html; charset=utf-8');

function answer(body: string | Bun.BunFile, type: string): Response {
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': 'no-cache' } });
}
