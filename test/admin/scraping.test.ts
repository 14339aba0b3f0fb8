/** The scrape config of docs/operations.md against a server with the tokens of docs/operations.md. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callerOf } from '../accounts/machine.ts';
import { AMPLE_LIMITS, cleanUp, ROOT, serve } from '../process.ts';

const TOKENS = {
  PARLEY_ADMIN_TOKEN: 'a-token-of-the-operator',
  PARLEY_PROMETHEUS_TOKEN: 'a-token-of-prometheus',
};

const PAGE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const [CONFIG = '', SCRAPE = ''] = [...PAGE.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text = '']) => text,
);

type ScrapeConfig = {
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly authorization: { readonly type: string; readonly credentials_file: string };
  }[];
};

let url: string;
beforeAll(async () => {
  const admin = CONFIG.replace('admin:\n', 'admin:\n  port: 0\n');
  const server = await serve(`${AMPLE_LIMITS}${admin}`, { env: TOKENS });
  url = /"adminUrl":"([^"]+)"/.exec(server.stdout())?.[1] ?? '';
});
afterAll(cleanUp);

test('the scrape config sends the token as Parley wants it, from a file', () => {
  const [job] = (Bun.YAML.parse(SCRAPE) as ScrapeConfig).scrape_configs;
  expect(job?.job_name).toBe('parley');
  expect(job?.authorization.type).toBe('Bearer');
  expect(job?.authorization.credentials_file).toBeString();
});

test('the token of the role read gets the metrics; without a token nobody does', async () => {
  const metrics = await callerOf(url, TOKENS.PARLEY_PROMETHEUS_TOKEN)('GET', '/metrics');
  expect(metrics.status).toBe(200);
  expect(metrics.headers.get('content-type')).toStartWith('text/plain');
  expect(metrics.text).toContain('parley_build_info{');
  expect((await callerOf(url)('GET', '/metrics')).status).toBe(401);
  expect((await callerOf(url, 'a-token-of-nobody')('GET', '/metrics')).status).toBe(401);
});

test('the token changes nothing: test/portal/roles.test.ts tries every route with the role', async () => {
  const call = callerOf(url, TOKENS.PARLEY_PROMETHEUS_TOKEN);
  for (const [method, path] of [
    ['POST', '/api/partners/house/pause'],
    ['POST', '/api/campaigns'],
    ['PUT', '/api/publishers/pub-1'],
    ['DELETE', '/api/advertisers/shop.example'],
    ['POST', '/api/statements/2026-10/close'],
  ] as const) {
    expect([path, (await call(method, path, {})).status]).toEqual([path, 403]);
  }
});
