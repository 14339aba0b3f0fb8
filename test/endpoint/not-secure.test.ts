import { afterEach, expect, test } from 'bun:test';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { ask, minimalWith } from '../http/request.ts';
import { startTestServer } from '../server.ts';

let server: Machine | undefined;
afterEach(() => server?.stop(0));

const PICTURE = JSON.stringify({
  assets: [{ id: 1, required: 1, img: { type: 3, w: 1200, h: 627 } }],
});

/** A request for a picture, which campaigns have from this exchange, in a page with https. */
async function secure(publicUrl?: string) {
  server = await startTestServer({
    partners: [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }],
    listen: publicUrl === undefined ? {} : { publicUrl },
  });
  const { port } = server;
  const body = minimalWith({
    test: 0,
    'imp[0].secure': 1,
    'imp[0].native.request': PICTURE,
    'site.keywords': 'trail shoes',
  });
  return (path: string) => ask(port, { path, body });
}

test('at an http address, a no-bid for want of https says what to change', async () => {
  const send = await secure();
  for (const path of ['/openrtb2', '/openrtb2/auction', '/openrtb2/auction?empty=200']) {
    const { headers } = await send(path);
    expect(headers.get('x-nobid-reason')).toBe('not-secure');
    expect(headers.get('x-nobid-detail')).toContain('set listen.publicUrl to an https address');
  }
});

test('at an https address the same request is sold', async () => {
  const answer = await (await secure('https://ads.example.com'))('/openrtb2');
  expect(answer.status).toBe(200);
  expect(answer.headers.has('x-nobid-detail')).toBe(false);
});

test('other reasons have no detail', async () => {
  server = await startTestServer();
  const { headers } = await ask(server.port, {
    body: minimalWith({ test: 0, 'imp[0].secure': 1 }),
  });
  expect(headers.get('x-nobid-reason')).toBe('no-demand');
  expect(headers.has('x-nobid-detail')).toBe(false);
});
