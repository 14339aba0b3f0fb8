import { createBuyers } from '../../src/adcp/buyers.ts';
import { createSeller } from '../../src/adcp/seller.ts';
import type { SellerSources } from '../../src/adcp/tool.ts';
import { silentLog } from '../../src/observe/log.ts';
import { load } from '../config-file.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { atCleanUp } from '../process.ts';

/** The seller of this config over an SQLite of its own, without an exchange around it. */
export async function sellerInProcess(config: string, more: Partial<SellerSources> = {}) {
  const loaded = load(config);
  const database = await openOwnLedger();
  atCleanUp(database.close);
  let ids = 0;
  const seller = createSeller({
    config: () => loaded,
    database: () => database,
    campaigns: () => new Map(),
    storedProducts: () => new Map(),
    publisherOf: (id) => loaded.publishers.find((publisher) => publisher.id === id),
    refresh: async () => undefined,
    report: async () => ({ reason: 'there is no ledger' }),
    standingOf: async () => undefined,
    publicUrl: () => 'https://exchange.example',
    nowMs: () => Date.parse('2026-11-18T12:00:00Z'),
    newId: () => `id-${++ids}`,
    log: silentLog,
    ...more,
  });
  const buyers = createBuyers({ config: () => loaded, stored: () => new Map() });
  return {
    database,
    names: () => seller.tools().map(({ name }) => name),
    buyer: (token: string) => buyers.find(token),
    async call(token: string, name: string, args: Readonly<Record<string, unknown>>) {
      const answer = await seller.call(name, args, buyers.find(token));
      if (answer === undefined) throw new Error(`there is no tool ${name}`);
      return answer;
    },
    /** As one who is not of the config, with what it says of itself. */
    callAs: (
      buyer: Parameters<typeof seller.call>[2],
      name: string,
      args: Readonly<Record<string, unknown>>,
    ) => seller.call(name, args, buyer),
  };
}
