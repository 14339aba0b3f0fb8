import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Machine } from '../../src/host/machine/machine.ts';
import { type Caller, callerOf, startWithRoles, TOKENS } from '../accounts/machine.ts';
import { cleanUp } from '../process.ts';
import { VIEW } from './support.ts';

let machine: Machine;
let abe: Caller;
let atPortal: Caller;
beforeAll(async () => {
  machine = await startWithRoles({ portal: { host: '127.0.0.1', port: 0, publicUrl: undefined } });
  abe = callerOf(machine.adminUrl, TOKENS.ads);
  atPortal = callerOf(machine.portalUrl ?? '');
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

type MadeLink = { readonly id: string; readonly url: string };

async function newLink(
  body: object,
): Promise<MadeLink & { readonly own: string; readonly path: string }> {
  const view = await abe<{ readonly id: string }>('POST', '/api/saved-reports', VIEW);
  expect(view.status).toBe(201);
  const path = `/api/saved-reports/${view.body.id}/links`;
  const { status, body: link } = await abe<MadeLink>('POST', path, body);
  expect(status).toBe(200);
  const url = new URL(link.url);
  return { ...link, own: `${path}/${link.id}`, path: `${url.pathname}${url.search}` };
}

describe('a link of a report', () => {
  test('opens one report without a login, at both ports, for nobody to find or pass on', async () => {
    const { path } = await newLink({ days: 3 });
    for (const call of [atPortal, callerOf(machine.adminUrl)]) {
      const page = await call('GET', path);
      expect(page.status).toBe(200);
      expect(page.text).toContain(`<h1>${VIEW.name}</h1>`);
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('x-robots-tag')).toContain('noindex');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('content-security-policy')).toStartWith("default-src 'none'");
    }
  });

  test('shows the columns that were chosen and no others, in the page and in the file', async () => {
    const usual = await newLink({ days: 3 });
    const csv = await atPortal('GET', `${usual.path}&format=csv`);
    expect(csv.text.trim()).toBe('creative,impressions,clicks,spend_usd');
    expect(csv.headers.get('content-disposition')).toContain('parley-creative-');
    const { path } = await newLink({ days: 3, columns: ['impressions', 'ecpm_usd'] });
    const chosen = await atPortal('GET', `${path}&format=csv`);
    expect(chosen.text.trim()).toBe('creative,impressions,ecpm_usd');
    // What a client adds to the address changes nothing.
    const more = await atPortal('GET', `${path}&format=csv&by=publisher&columns=margin_usd`);
    expect(more.text).toBe(chosen.text);
  });

  test('that is wrong, revoked or cut off gets one sentence, the same for each', async () => {
    const { path, own } = await newLink({ days: 3 });
    expect((await abe('DELETE', own)).status).toBe(204);
    const paths = [path, '/portal/report', '/portal/report?link=prl_report_x', `${path}x`];
    const answers = await Promise.all(paths.map((one) => atPortal('GET', one)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.text).toContain('This link opens nothing');
  });

  // Few of them, since each wrong token of an address makes the next answer later.
  test.each(['GET /api/report', 'GET /api/saved-reports', 'GET /api/portal/earnings'])(
    'opens nothing else: its secret is no token for %s',
    async (route) => {
      const { url } = await newLink({ days: 3 });
      const secret = new URL(url).searchParams.get('link') ?? '';
      const [method = '', path = ''] = route.split(' ');
      for (const base of [machine.adminUrl, machine.portalUrl ?? '']) {
        const { status } = await callerOf(base, secret)(method, path);
        expect([401, 404, 429]).toContain(status);
      }
      // A query is no login either.
      const asked = await callerOf(machine.adminUrl)(method, `${path}?link=${secret}`);
      expect(asked.status).toBe(401);
    },
  );
});
