import { dirname, join } from 'node:path';
import { type Refusal, refuse } from '../../openrtb/refusal.ts';
import { A_YEAR, DOCS_SECURITY_POLICY } from './headers.ts';

/** Where `npm run docs` puts the site: in the sources, and beside the executable that `npm run build` makes. */
const FOLDERS = [
  join(import.meta.dir, '../../../dist/docs'),
  join(dirname(process.execPath), 'docs'),
];

const ROOT = '/docs/';
const NOT_BUILT =
  'the documentation site is not built: `npm run docs` makes it, and the folder docs/ of the sources has the same pages as Markdown';

/** A page or file of the documentation; undefined for paths that are not below /docs/. */
export async function docsAt(
  path: string,
  folders: readonly string[] = FOLDERS,
): Promise<Response | Refusal | undefined> {
  if (path === '/docs') return new Response(null, { status: 302, headers: { Location: ROOT } });
  if (!path.startsWith(ROOT)) return undefined;
  const name = path.slice(ROOT.length);
  const folder = await builtFolder(folders);
  if (folder === undefined) return refuse.notFound(NOT_BUILT);
  const file = await fileIn(folder, name);
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

/** Looked up for each call, so that a site that is built later is found. */
async function builtFolder(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    if (await Bun.file(join(folder, 'index.html')).exists()) return folder;
  }
  return undefined;
}

/** Names of a site's files: no other can leave the folder or name a hidden file. */
const NAME = /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*$/;

async function fileIn(folder: string, name: string): Promise<Bun.BunFile | undefined> {
  for (const candidate of [name, `${name}.html`, `${name}index.html`]) {
    if (!NAME.test(candidate)) continue;
    const file = Bun.file(join(folder, candidate));
    if (await file.exists()) return file;
  }
  return undefined;
}
