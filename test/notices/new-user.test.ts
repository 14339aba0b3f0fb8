import { afterAll, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../process.ts';
import {
  buy,
  call,
  databaseOf,
  factsOf,
  metricOf,
  reportOf,
  startExchange,
  stopExchange,
} from './exchange.ts';

afterAll(cleanUp);

test('every event of an ad is in the report once, however often and on whichever worker its notice comes', async () => {
  const exchange = await startExchange({ workers: 2 });
  const { price, burl = '', ...sold } = await buy(exchange.port);
  const paid = { price: String(price / 2) };
  const tell = async () => [
    await call(sold.nurl, paid),
    await call(burl, paid),
    await call(sold.impression),
    await call(sold.viewable),
    await call(sold.link),
  ];

  const answers = await tell();
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 200, 200, 302]);
  expect(answers[2]?.headers.get('content-type')).toBe('image/gif');
  const destination = new URL(sold.link).searchParams.get('to');
  expect(answers[4]?.headers.get('location')).toBe(destination ?? 'none');
  expect(destination).toStartWith('https://');

  const database = await databaseOf(exchange);
  expect(await factsOf(database, 5)).toHaveLength(5);
  const [row] = (await reportOf(exchange)).filter(({ wins }) => Number(wins) > 0);
  const counts = { wins: 1, impressions: 1, viewables: 1, clicks: 1, losses: 0 };
  expect(row).toMatchObject({ partner: 'house', ...counts, spend_usd: String(price / 2000) });

  // Fresh connections, so that both workers are told.
  for (let time = 0; time < 5; time++) {
    expect((await tell()).map(({ status }) => status)).toEqual([204, 204, 200, 200, 302]);
  }
  // More than one of each was taken for new: by the other worker, which had not heard of it.
  expect(await metricOf(exchange, 'parley_notices_total', { result: 'kept' })).toBeGreaterThan(5);
  await stopExchange(exchange);
  expect(await factsOf(database, 5)).toHaveLength(5);
  const [again] = (await reportOf(exchange)).filter(({ wins }) => Number(wins) > 0);
  expect(again).toMatchObject({ ...counts, spend_usd: String(price / 2000) });
});

test('what is kept of sales can be read by its owner alone', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const exchange = await startExchange({ dataDir });
  await call((await buy(exchange.port)).nurl);
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(files).toContain('parley.db');
  expect(files.filter((file) => file.endsWith('.log'))).toHaveLength(1);
  const open = ['.', ...files].filter((file) => (statSync(join(dataDir, file)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});
