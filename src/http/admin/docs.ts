import { type Refusal, refuse } from '../../openrtb/refusal.ts';
import { type DocsSite, docsSite } from './docs-site.ts';
import { A_YEAR, DOCS_SECURITY_POLICY } from './headers.ts';

const ROOT = '/docs/';
const NOT_BUILT =
  'the documentation site is not built: `npm run docs` makes it, and the folder docs/ of the sources has the same pages as Markdown';

/** A page or file of the documentation; undefined for paths that are not below /docs/. */
export async function docsAt(
  path: string,
  site: DocsSite = docsSite,
): Promise<Response | Refusal | undefined> {
  if (path === '/docs') return new Response(null, { status: 302, headers: { Location: ROOT } });
  if (!path.startsWith(ROOT)) return undefined;
  const name = path.slice(ROOT.length);
  const file = await fileAt(site, name);
  // Looked up for each call, so that a site that is built later is found.
  if (file === undefined && (await fileAt(site, 'index')) === undefined) {
    return refuse.notFound(NOT_BUILT);
  }
  if (file === undefined) return refuse.notFound(`the documentation has no page at ${ROOT}${name}`);
  return new Response(file, {
    headers: {
      'Content-Type': file.type,
      // Only what is below assets/ has the hash of its content in its name.
      'Cache-Control': name.startsWith('assets/') ? A_YEAR : 'no-cache',
      'Content-Security-Policy': DOCS_SECURITY_POLICY,
    },
  });
}

/** Names of a site's files: no other can leave the folder or name a hidden file. */
const NAME = /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*$/;

async function fileAt(site: DocsSite, name: string): Promise<Bun.BunFile | undefined> {
  for (const candidate of [name, `${name}.html`, `${name}index.html`]) {
    const path = NAME.test(candidate) ? site(candidate) : undefined;
    if (path === undefined) continue;
    const file = Bun.file(path);
    if (await file.exists()) return file;
  }
  return undefined;
}
