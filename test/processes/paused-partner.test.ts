import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartnerList } from '../../src/parts/accounts/page/api.ts';
import type { TryResult } from '../../src/parts/playground/operations.ts';
import { findAuction } from '../find-auction.ts';
import { AMPLE_LIMITS, cleanUp, ROOT, serve } from '../process.ts';

afterAll(cleanUp);

const EXAMPLE = readFileSync(join(ROOT, 'examples/request.json'), 'utf8');

test('a pause holds for every worker and through a reload, until it is taken back', async () => {
  const machine = await serve(
    `${AMPLE_LIMITS}listen: { workers: 2 }\npartners: [{ name: shop, kind: product-search, url: embedded }]\n`,
  );
  const url = /"adminUrl":"([^"]+)"/.exec(machine.stdout())?.[1] ?? '';
  const change = (wish: string) =>
    fetch(`${url}/api/partners/shop/state`, {
      method: 'POST',
      body: JSON.stringify({ state: wish }),
    }).then(({ status }) => status);
  const isPaused = async () => {
    const { rows } = (await (await fetch(`${url}/api/partners`)).json()) as PartnerList;
    return rows.find(({ id }) => id === 'shop')?.isPaused;
  };
  /** What the next auctions say of it, whichever worker holds them. */
  const reasons = async () => {
    const found = new Set<string | undefined>();
    for (let i = 0; i < 10; i++) {
      const tried = await fetch(`${url}/api/try`, { method: 'POST', body: EXAMPLE });
      const { headers } = (await tried.json()) as TryResult;
      const id = Object.fromEntries(headers)['x-request-id'];
      const record = await findAuction(url, id ?? '');
      found.add(record.partners.find(({ name }) => name === 'shop')?.reason);
    }
    return [...found];
  };
  expect(await reasons()).toEqual([undefined]);
  expect(await change('paused')).toBe(200);
  expect(await reasons()).toEqual(['paused']);
  process.kill(machine.pid, 'SIGHUP');
  await machine.printed('"config reloaded"');
  expect(await reasons()).toEqual(['paused']);
  expect(await isPaused()).toBe(true);
  expect(await change('active')).toBe(200);
  expect(await reasons()).toEqual([undefined]);
  expect(await isPaused()).toBe(false);
});
