import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { docsFile, docsFiles } from '../../src/host/admin/docs/docs-files.ts';
import { type Place, withMovedLinks } from '../docs/links.ts';
import { copyrightText } from './copyright.ts';
import { ROOT } from './programs.ts';

/** Files that pages tell people to use. */
const EXAMPLES: readonly Place[] = [
  { file: 'ops/prometheus-rules.yaml', path: 'ops/prometheus-rules.yaml' },
  { file: 'ops/grafana-dashboard.json', path: 'ops/grafana-dashboard.json' },
  { file: 'deploy/nginx/parley.conf', path: 'nginx/parley.conf' },
  { file: 'deploy/caddy/Caddyfile', path: 'caddy/Caddyfile' },
  { file: 'deploy/logrotate/parley', path: 'logrotate/parley' },
];

/** Writes /usr/share/doc/parley: all pages of the documentation, with links that lead to files in there or nowhere. */
export function writeDocuments(folder: string): void {
  const pages = docsFiles()
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, path: file, markdown: readFileSync(docsFile(file), 'utf8') }));
  const places = [...pages, ...EXAMPLES];
  for (const page of pages) write(join(folder, page.path), withMovedLinks(page, places));
  for (const { file, path } of EXAMPLES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, path));
  }
  write(join(folder, 'copyright'), copyrightText());
}

/** As `gzip -9n`: without a time. */
export const gzipped = (text: string): Uint8Array => gzipSync(text, { level: 9 });

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
