import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { bid, call } from '../notices/exchange.ts';
import { temporaryFolder } from '../process.ts';

/** USD for a thousand: a cent each. */
const CPM = 10;

export const IMPRESSION_USD = CPM / 1000;

/** A file with these campaigns, each with one ad. */
export function campaignFile(campaigns: readonly object[]): string {
  const whole = campaigns.map((campaign) => ({
    advertiser: 'Budgeted',
    domain: 'budgeted.example',
    creatives: [{ id: 'one', title: 'A title', link: 'https://budgeted.example/' }],
    ...campaign,
  }));
  const file = join(temporaryFolder(), 'campaigns.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ campaigns: whole }));
  return file;
}

/** A partner whose only campaign may sell so many impressions a day. */
export function budgetedPartner(impressionsDaily: number): PartnerConfig {
  const budget = { daily: impressionsDaily * IMPRESSION_USD, pacing: 'asap' };
  const path = campaignFile([{ id: 'budgeted', cpm: CPM, budget }]);
  return { name: 'own', kind: 'campaigns', path };
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
