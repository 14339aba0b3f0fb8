import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { buy, call, metricOf, startExchange } from '../notices/exchange.ts';
import { cleanUp, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

/** Clicks within a second of the impression are not charged. */
const BEFORE_CLICKS_MS = 1200;
const CPC = 1;

const campaignOf = (id: string) => ({
  id,
  advertiser: 'Boots',
  domain: 'boots.example',
  cpc: CPC,
  budget: { total: CPC },
  creatives: [{ id: 'one', title: 'A title', link: 'https://boots.example/' }],
});

test('the budget of a campaign holds for clicks that come after its file has lost it', async () => {
  const file = join(temporaryFolder(), 'campaigns.yaml');
  const write = (id: string) =>
    writeFileSync(file, JSON.stringify({ campaigns: [campaignOf(id)] }));
  write('lost');
  const exchange = await startExchange({
    more: `partners: [{ name: own, kind: campaigns, path: "${file}" }]`,
  });
  const { pid, port, printed } = exchange;
  const bought = [await buy(port), await buy(port)];
  for (const { burl = '', impression } of bought) {
    for (const url of [burl, impression]) expect((await call(url)).ok).toBeTrue();
  }
  await Bun.sleep(BEFORE_CLICKS_MS);
  write('other');
  process.kill(pid, 'SIGHUP');
  await printed('config reloaded');
  for (const { link } of bought) expect((await call(link)).status).toBe(302);
  await eventually(async () => {
    const uncharged = await metricOf(exchange, 'parley_uncharged_total', { reason: 'over-budget' });
    return uncharged === 1;
  });
  expect(await metricOf(exchange, 'parley_spend_usd_total', { partner: 'own' })).toBe(CPC);
});
