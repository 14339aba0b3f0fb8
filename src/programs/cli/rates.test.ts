import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../test/command.ts';
import { ecbXml } from '../../../test/ecb-xml.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { ECB_BYTES_MAX } from '../../host/currency/ecb.ts';
import shipped from '../../host/currency/reference-rates.json' with { type: 'json' };
import { rates } from './rates.ts';

/** Older rates than those that ship are refused. */
const { date: DATE } = shipped;
const XML = ecbXml(DATE, { USD: '1.25', GBP: '0.8' });

let bank: ReturnType<typeof Bun.serve>;
beforeAll(() => {
  bank = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/daily.xml': () => new Response(XML),
      '/large.xml': () => new Response(XML + ' '.repeat(ECB_BYTES_MAX)),
    },
    fetch: () => new Response('gone', { status: 404 }),
  });
});
afterAll(async () => {
  bank.stop(true);
  await cleanUp();
});

function setUp(config = 'auction: { referenceRates: ecb }\n') {
  const folder = temporaryFolder();
  const env = { PARLEY_CONFIG: join(folder, 'parley.yaml') };
  writeFileSync(env.PARLEY_CONFIG, config);
  const stored = () => JSON.parse(readFileSync(join(folder, 'data/reference-rates.json'), 'utf8'));
  const run = (...args: readonly string[]) => runCommand(rates, args, env);
  return { folder, stored, run };
}

test('the rates of the day are fetched into the data folder', async () => {
  const { folder, stored, run } = setUp();
  const url = `http://127.0.0.1:${bank.port}/daily.xml`;
  const { code, stdout, stderr } = await run('--url', url);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toStartWith(
    `rates of ${DATE} for the euro and 2 currencies: ${folder}/data/reference-rates.json\n`,
  );
  expect(stored()).toEqual({
    source: `European Central Bank, euro foreign exchange reference rates, from ${url}`,
    date: DATE,
    perEuro: { USD: 1.25, GBP: 0.8 },
  });
});

test('without a way to the bank they come from a file, and a config that does not use them is told', async () => {
  const { folder, stored, run } = setUp('listen: { port: 9000 }\n');
  const file = join(folder, 'daily.xml');
  writeFileSync(file, XML);
  const { code, stdout } = await run(file);
  expect(code).toBe(0);
  expect(stdout).toContain('note: the config has no auction.referenceRates');
  expect(stored()).toMatchObject({ date: DATE });
});

test('what cannot be had, is too large or is something else changes nothing', async () => {
  const { folder, stored, run } = setUp();
  const at = (path: string) => `http://127.0.0.1:${bank.port}/${path}`;
  const large = join(folder, 'large.xml');
  writeFileSync(large, XML + ' '.repeat(ECB_BYTES_MAX));
  const html = join(folder, 'page.html');
  writeFileSync(html, '<html></html>');
  for (const [args, reason] of [
    [['--url', at('elsewhere')], `${at('elsewhere')}: expected status 200, but got 404`],
    [['--url', at('large.xml')], `${at('large.xml')}: expected at most ${ECB_BYTES_MAX} bytes`],
    [[large], `${large}: expected at most ${ECB_BYTES_MAX} bytes`],
    [[html], `${html}: expected the rates of one day`],
    [[join(folder, 'none.xml')], `${join(folder, 'none.xml')}: ENOENT`],
  ] as const) {
    const { code, stderr, stdout } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toStartWith(`parley rates: ${reason}`);
  }
  expect(stored).toThrow('ENOENT');
});

test('rates that are older than those that are there are refused, and the others stay', async () => {
  const { folder, stored, run } = setUp();
  const at = (date: string) => {
    const file = join(folder, `${date}.xml`);
    writeFileSync(file, ecbXml(date, { USD: '1.25' }));
    return file;
  };
  // Nobody has newer rates than those of today.
  const today = new Date().toISOString().slice(0, 10);
  expect((await run(at(today))).stdout).not.toContain('days old');
  const { code, stderr } = await run(at('2020-01-02'));
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(
      `expected rates of ${today}, which are there already, or newer ones, but got those of 2020-01-02`,
    ),
  ]);
  expect(stored().date).toBe(today);
});
