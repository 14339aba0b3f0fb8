import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../../../..');

/** The pages outside `docs/`, by their place in the repository. */
const OTHER_PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'examples/chat/README.md',
  'kit/README.md',
  'ops/README.md',
  'test/conformance/README.md',
];

/** The pages and pictures of the documentation, by their place in the repository. */
export function docsFiles(): readonly string[] {
  const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const files = inDocs.filter((name) => /\.(md|png)$/.test(name)).sort();
  return [...OTHER_PAGES, ...files.map((name) => `docs/${name}`)];
}

/** Where such a file is. The build of the executable replaces this module: there are no sources at run time. */
export function docsFile(name: string): string {
  return join(ROOT, name);
}
