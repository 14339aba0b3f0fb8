import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const ROOT = join(import.meta.dir, '..');

/** A Markdown file of the repository, and its place on the site. */
export type Page = {
  /** From the root of the repository. */
  readonly file: string;
  /** From the root of the site. */
  readonly path: string;
  readonly markdown: string;
};

/** The pages outside docs/ and the root that people read. */
const READMES = ['bench', 'examples/chat', 'kit', 'mutation', 'ops', 'test/conformance'];

/** Every page of the documentation. */
export function allPages(): readonly Page[] {
  const root = markdownIn('.');
  const docs = markdownIn('docs', true);
  const readmes = READMES.map((folder) => `${folder}/README.md`);
  return [...root, ...docs, ...readmes].map((file) => ({
    file,
    path: placeOf(file),
    markdown: readFileSync(join(ROOT, file), 'utf8'),
  }));
}

/** The title of a page: its first heading. */
export function titleOf(markdown: string): string {
  return /^# +(.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? 'Untitled';
}

function markdownIn(folder: string, recursive = false): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder, name));
}

/** Where the pictures of pages are. */
export const PICTURES = 'docs/pictures';

export function picturePlaces(): readonly Pick<Page, 'file' | 'path'>[] {
  const files = readdirSync(join(ROOT, PICTURES)).map((name) => join(PICTURES, name));
  return files.map((file) => ({ file, path: placeOf(file) }));
}

/** `docs/x.md` is the page x, the README of a folder the page of that folder's name. */
export function placeOf(file: string): string {
  if (file === 'README.md') return 'index.md';
  if (file.startsWith('docs/')) return file.slice('docs/'.length);
  if (basename(file) === 'README.md') return `${dirname(file).replaceAll('/', '-')}.md`;
  return file.toLowerCase();
}
