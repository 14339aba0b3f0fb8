/** `npm run docs`: makes the documentation site in dist/docs. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { adminApiDocument } from '../src/http/admin/openapi.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { type ApiDocument, apiReference } from './api-reference.ts';
import { withMovedLinks } from './moved-links.ts';
import { allPages, PICTURES, picturePlaces, placeOf, ROOT } from './pages.ts';
import { sidebarOf } from './sidebar.ts';

const SOURCE = join(ROOT, 'dist/docs-source');

type SitePage = { readonly path: string; readonly markdown: string };

/** As a client reads it. */
function asJson(document: unknown): ApiDocument {
  return JSON.parse(JSON.stringify(document));
}

function sitePages(): readonly SitePage[] {
  const pages = allPages();
  const places = [...pages, ...picturePlaces()];
  const written = pages.map((page) => ({
    path: page.path,
    markdown: withMovedLinks(page, places),
  }));
  const bidding = asJson(openApiDocument('http://localhost:8080'));
  return [
    ...written,
    { path: 'api.md', markdown: apiReference('API reference', 'GET /openapi.json', bidding) },
    {
      path: 'admin-api.md',
      markdown: apiReference(
        'Campaign API reference',
        'GET /openapi.json',
        asJson(adminApiDocument()),
      ),
    },
  ];
}

rmSync(SOURCE, { recursive: true, force: true });
const pages = sitePages();
for (const { path, markdown } of pages) {
  const file = join(SOURCE, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, markdown);
}
cpSync(join(ROOT, PICTURES), join(SOURCE, placeOf(PICTURES)), { recursive: true });
writeFileSync(join(SOURCE, 'sidebar.json'), JSON.stringify(sidebarOf(pages)));
const { exitCode } = Bun.spawnSync(
  ['node', 'node_modules/vitepress/bin/vitepress.js', 'build', 'site'],
  {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
process.exit(exitCode);
