import type { Sale } from '../../src/core/sale/fact.ts';
import { type Account, keyOf } from '../../src/ledger/budgets/account.ts';
import { campaignStatuses, createRecentTrials } from '../../src/ledger/budgets/campaign-status.ts';
import { decideCharges } from '../../src/ledger/budgets/decide-charges.ts';
import { insertFacts } from '../../src/ledger/fact-rows.ts';
import { writeRollup } from '../../src/ledger/rollup.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { account, BY_CLOCK, daily, FIVE_DOLLARS_CPM } from './accounts.ts';
import { createWorld, factOf, ledgerRow, type Machine } from './world.ts';

export const at = (iso: string) => Date.parse(iso);

/** Ten impressions a day. */
export const DAILY = 50_000;
export const inZone = (zone: string): Account => account({ money: daily(DAILY) }, { zone });

/** Ticks in a row that sell nothing, after which the budget of the day is taken to be spent. */
const QUIET_TICKS = 3;

/** A campaign on one ledger. What it sells is billed and drained at once. */
export function startCampaign(
  database: Database,
  first: Account,
  startIso: string,
  ledger = database,
) {
  const world = createWorld(ledger, [first], at(startIso));
  let current = first;

  /** Sells until there is nothing left, or so much is sold. */
  async function sellFor(machine: Machine, most = Number.POSITIVE_INFINITY): Promise<number> {
    let sold = 0;
    for (let quiet = 0; sold < most && quiet < QUIET_TICKS; quiet++) {
      await world.tick(machine);
      for (let sale = sell(machine); sale !== undefined; sale = sell(machine)) {
        await bill([sale]);
        quiet = 0;
        if (++sold >= most) break;
      }
      world.advance(100);
    }
    return sold;
  }

  const sell = (machine: Machine) => world.sell(machine, 0, FIVE_DOLLARS_CPM);

  async function bill(sales: readonly Sale[], atMs = world.nowMs()): Promise<void> {
    const facts = sales.map((sale) => factOf('bill', sale, atMs));
    const accountOf = (key: string) => (key === keyOf(current) ? current : undefined);
    await database.transaction(async (query) => {
      const remotePartners = new Set<string>();
      const knowledge = { remotePartners, accountOf };
      const stored = await insertFacts(query, facts);
      const { events, settle } = await decideCharges(query, database.kind, stored, knowledge);
      await writeRollup(query, { events, charges: [], tallies: [] });
      await settle();
    });
  }

  return {
    ...world,
    bill,
    sellFor,
    goTo: (iso: string) => world.advance(at(iso) - world.nowMs()),
    /** The drain and these machines learn of another zone. */
    move(zone: string, machines: readonly Machine[]): void {
      current = { ...first, zone };
      for (const { seller } of machines) seller.assign([{ index: 0, account: current }]);
    },
    row: () => ledgerRow(database.query, first),
    status: async ({ portions }: Machine) => {
      const now = { ms: world.nowMs(), shareOf: BY_CLOCK };
      const sources = { portions, recent: createRecentTrials(portions, now.ms) };
      const accounts = new Map([[0, current]]);
      return (await campaignStatuses(database.query, accounts, sources, now)).get(0);
    },
  };
}
