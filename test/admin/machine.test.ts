import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveEvent, PartnerRow, TryResult } from '../../src/console/api.ts';
import { findAuction } from '../find-auction.ts';
import { AMPLE_LIMITS, cleanUp, ROOT, serve } from '../process.ts';

afterAll(cleanUp);

test('the console of a machine tries a request on its workers and finds the auction', async () => {
  const machine = await serve(`${AMPLE_LIMITS}listen: { workers: 2 }\n`);
  const adminPort = /"adminUrl":"http:\/\/[^:"]+:(\d+)"/.exec(machine.stdout())?.[1];
  const url = `http://127.0.0.1:${adminPort}`;
  expect(await (await fetch(`${url}/`)).text()).toContain('<script type="module"');
  const body = readFileSync(join(ROOT, 'examples/request.json'), 'utf8');
  const tried = await fetch(`${url}/api/try`, { method: 'POST', body });
  const { status, headers } = (await tried.json()) as TryResult;
  expect(status).toBe(200);
  const id = Object.fromEntries(headers)['x-request-id'];
  const record = await findAuction(url, id ?? '');
  expect(record.imps[0]?.winner?.partner).toBe('house');
  expect(record.imps[0]?.winner?.ad?.link.url).toStartWith('https://ridgeline.example/');

  let found = await fetch(`${url}/auctions/${id}/request`);
  while (found.status === 503) found = await fetch(found.url);
  const request = await found.text();
  expect(JSON.parse(request)).toMatchObject({
    id: 'chat-7f3a',
    site: { publisher: { id: 'pub-1' } },
  });
  expect(request).not.toContain('192.0.2.44');
});

const EXAMPLE = readFileSync(join(ROOT, 'examples/request.json'), 'utf8');

function adminOf(stdout: string): string {
  const port = /"adminUrl":"http:\/\/[^:"]+:(\d+)"/.exec(stdout)?.[1];
  return `http://127.0.0.1:${port}`;
}

test('a pause holds for every worker and through a reload, until it is taken back', async () => {
  const machine = await serve(`${AMPLE_LIMITS}listen: { workers: 2 }\n`);
  const url = adminOf(machine.stdout());
  const change = (wish: string) =>
    fetch(`${url}/api/partners/house/${wish}`, { method: 'POST' }).then(({ status }) => status);
  const isPaused = async () => {
    const rows = (await (await fetch(`${url}/api/partners`)).json()) as readonly PartnerRow[];
    return rows.find(({ name }) => name === 'house')?.isPaused;
  };
  /** What the next auctions say of it, whichever worker holds them. */
  const reasons = async () => {
    const found = new Set<string | undefined>();
    for (let i = 0; i < 10; i++) {
      const tried = await fetch(`${url}/api/try`, { method: 'POST', body: EXAMPLE });
      const { headers } = (await tried.json()) as TryResult;
      const id = Object.fromEntries(headers)['x-request-id'];
      const record = await findAuction(url, id ?? '');
      found.add(record.partners.find(({ name }) => name === 'house')?.reason);
    }
    return [...found];
  };
  expect(await reasons()).toEqual([undefined]);
  expect(await change('pause')).toBe(200);
  expect(await reasons()).toEqual(['paused']);
  process.kill(machine.pid, 'SIGHUP');
  await machine.printed('"config reloaded"');
  expect(await reasons()).toEqual(['paused']);
  expect(await isPaused()).toBe(true);
  expect(await change('resume')).toBe(200);
  expect(await reasons()).toEqual([undefined]);
  expect(await isPaused()).toBe(false);
});

test('the live stream brings the past at once, and then each second', async () => {
  const machine = await serve();
  const response = await fetch(`${adminOf(machine.stdout())}/api/live`);
  const kinds: string[] = [];
  let last: LiveEvent | undefined;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (!event.startsWith('data: ')) continue;
      last = JSON.parse(event.slice('data: '.length));
      kinds.push(last?.kind ?? '');
    }
    if (kinds.length >= 3) break;
  }
  expect(kinds.slice(0, 3)).toEqual(['history', 'tick', 'tick']);
  expect(last?.funnel.map(({ stage }) => String(stage))).toEqual([
    'received',
    'valid',
    'asked',
    'answered',
    'bid',
    'fit',
    'won',
    'billed',
  ]);
  expect(last?.troubles).toEqual([]);
});
