import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuctionRecord, TryResult } from '../../src/console/api.ts';
import { AMPLE_LIMITS, cleanUp, ROOT, serve } from '../process.ts';

afterAll(cleanUp);

test('the console of a machine tries a request on its workers and finds the auction', async () => {
  const machine = await serve(`${AMPLE_LIMITS}listen: { workers: 2 }\n`);
  const adminPort = /"adminUrl":"http:\/\/localhost:(\d+)"/.exec(machine.stdout())?.[1];
  const url = `http://127.0.0.1:${adminPort}`;
  expect(await (await fetch(`${url}/`)).text()).toContain('<script type="module"');
  const body = readFileSync(join(ROOT, 'examples/request.json'), 'utf8');
  const tried = await fetch(`${url}/api/try`, { method: 'POST', body });
  const { status, headers } = (await tried.json()) as TryResult;
  expect(status).toBe(200);
  const id = Object.fromEntries(headers)['x-request-id'];
  const record = (await (await fetch(`${url}/auctions/${id}`)).json()) as AuctionRecord;
  expect(record.imps[0]?.winner?.partner).toBe('house');
  expect(record.imps[0]?.winner?.ad?.link.url).toStartWith('https://ridgeline.example/');

  const request = await (await fetch(`${url}/auctions/${id}/request`)).text();
  expect(JSON.parse(request)).toMatchObject({
    id: 'chat-7f3a',
    site: { publisher: { id: 'pub-1' } },
  });
  expect(request).not.toContain('192.0.2.44');
});
