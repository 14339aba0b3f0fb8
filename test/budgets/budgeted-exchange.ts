import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pacing } from '../../src/ledger/budgets/account.ts';
import { bid, call, type ExchangeOptions } from '../notices/exchange.ts';
import { temporaryFolder } from '../process.ts';

/** USD for a thousand: a cent each. */
const CPM = 10;

export const IMPRESSION_USD = CPM / 1000;

/** What an exchange is started with whose only campaign may sell so many impressions a day. */
export function budgetedOptions(
  impressionsDaily: number,
  pacing: Pacing = 'asap',
): ExchangeOptions & { readonly more: string } {
  const file = join(temporaryFolder(), 'campaigns.yaml');
  const campaign = {
    id: 'budgeted',
    advertiser: 'Budgeted',
    domain: 'budgeted.example',
    cpm: CPM,
    budget: { daily: impressionsDaily * IMPRESSION_USD, pacing },
    creatives: [{ id: 'one', title: 'A title', link: 'https://budgeted.example/' }],
  };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ campaigns: [campaign] }));
  return { more: `partners: [{ name: own, kind: campaigns, path: "${file}" }]` };
}

export type Sales = { readonly sold: number; readonly billed: number };

const CLIENTS = 8;

/** What is for sale is offered within this time, also where another machine has to return it. */
const QUIET_MS = 3000;

/**
 * Buys and tells at all ports at once, until so many are sold, or as many as are expected and then nothing for
 * some time.
 */
export async function buyOut(
  ports: readonly number[],
  expected: number,
  countMax = Infinity,
): Promise<Sales> {
  let sold = 0;
  let billed = 0;
  // With those that are being asked for: they count until it turns out that there is nothing.
  let asked = 0;
  let lastMs = performance.now();
  const client = async (_: unknown, index: number) => {
    const port = ports[index % ports.length] ?? 0;
    while ((sold < expected || performance.now() - lastMs < QUIET_MS) && asked < countMax) {
      asked++;
      const response = await bid(port);
      if (response.status !== 200) {
        asked--;
        await Bun.sleep(20);
        continue;
      }
      lastMs = performance.now();
      sold++;
      const { seatbid } = (await response.json()) as {
        readonly seatbid: readonly { readonly bid: readonly { readonly burl: string }[] }[];
      };
      const burl = seatbid[0]?.bid[0]?.burl ?? '';
      if ((await call(burl)).status === 204) billed++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { sold, billed };
}
