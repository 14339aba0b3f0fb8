import type { AnyOp } from '../../../lib/op.ts';
import { openApiDocument } from '../../http/openapi.ts';
import { adminApiDocument } from '../openapi.ts';
import { type ApiDocument, apiReference } from './api-reference.ts';
import { docsFile, docsFiles } from './docs-files.ts';

/** A page of the documentation, as Markdown. */
export type Page = {
  /** Its place in the repository, if it is written; its path, if it is generated. */
  readonly file: string;
  /** Its place below `/docs/`. */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
};

/** The pages in the repository. */
export async function writtenPages(): Promise<readonly Page[]> {
  const files = docsFiles().filter((file) => file.endsWith('.md'));
  return await Promise.all(
    files.map(async (file) => pageOf(file, placeOf(file), await Bun.file(docsFile(file)).text())),
  );
}

/** Those, and the references that are generated from the OpenAPI documents. */
export async function allPages(ops: readonly AnyOp[]): Promise<readonly Page[]> {
  const bidding = asJson(openApiDocument('http://localhost:8080'));
  const campaigns = asJson(adminApiDocument(ops));
  const source = 'GET /openapi.json';
  return [
    ...(await writtenPages()),
    pageOf('api', 'api', apiReference('API reference', source, bidding)),
    pageOf('admin-api', 'admin-api', apiReference('Campaign API reference', source, campaigns)),
  ];
}

function pageOf(file: string, path: string, markdown: string): Page {
  const title = /^# +(.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? path;
  return { file, path, title, markdown };
}

/** A page in `docs/` is called by its name, the README of another folder by the name of that folder. */
export function placeOf(file: string): string {
  if (file === 'docs/README.md') return 'index';
  return file
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '')
    .replace(/\.md$/, '')
    .toLowerCase();
}

/** As a client reads it. */
function asJson(document: unknown): ApiDocument {
  return JSON.parse(JSON.stringify(document));
}

type Group = { readonly title: string; readonly pages: readonly Page[] };

/** In the order in which people need them. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ['index', 'readme', 'first-troubles', 'console', 'config'],
  Integrate: [
    'requests',
    'api',
    'integrate/chat',
    'integrate/chat-express-react',
    'integrate/chat-ai-sdk',
    'integrate/chat-reference',
    'integrate/signals',
    'integrate/prebid-js',
    'integrate/prebid-server',
    'integrate/ssp',
    'integrate/bidder',
    'integrate/advertiser',
    'integrate/ai-buyers',
    'http',
    'limits',
    'repairs',
    'notices',
    'deals',
    'rulings',
  ],
  Sell: ['campaigns', 'estimate', 'admin-api', 'sensitive', 'privacy', 'geo'],
  Operate: [
    'operations',
    'troubles',
    'publishers',
    'supply',
    'ledger',
    'statements',
    'scaling',
    'performance',
    'ops',
  ],
  Deploy: [
    'deploy/executable',
    'deploy/service',
    'deploy/container',
    'deploy/in-front',
    'deploy/upgrade',
    'deploy/backup',
    'release',
  ],
};

/** The pages by group; those that no group names come last. */
export function groupsOf(pages: readonly Page[]): readonly Group[] {
  const named = new Set(Object.values(GROUPS).flat());
  const rest = pages.filter(({ path }) => !named.has(path));
  const groups = Object.entries(GROUPS).map(([title, paths]) => ({
    title,
    pages: paths.flatMap((path) => pages.find((page) => page.path === path) ?? []),
  }));
  return [...groups, { title: 'Project', pages: rest }];
}
