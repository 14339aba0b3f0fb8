import { runReport } from '../../src/ledger/report.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { REPORT_OPS } from '../../src/parts/reports/operations.ts';
import { drainOf, journalOf } from '../ledger/ledger.ts';
import { AT_MS, aFact, factEntry } from '../ledger/samples.ts';
import { partOn } from '../part.ts';
import { temporaryFolder } from '../process.ts';

export const VIEW = {
  name: 'Shoes by creative',
  query: 'by=creative&last=24h&where=campaign%3Dshoes&zone=UTC',
};

const WEBHOOKS = [
  { name: 'warehouse', format: 'json' },
  { name: 'chat', format: 'slack' },
];

/** Saved reports of a ledger, on a clock that the test moves. */
export function savedIn(database: Database) {
  // Without a clock of the database, the machine's counts: so that the test can move it.
  const still: Database = { ...database, kind: 'sqlite' };
  const report = (question: Parameters<typeof runReport>[1]) => runReport(database, question);
  const work = () => ({ setup: { config: { alerts: { webhooks: WEBHOOKS } } } });
  const more = { work, ledger: { database: () => still, report } };
  return {
    ...partOn(database, REPORT_OPS, { more }),
    async messages() {
      const rows = await database.query('select id, partner, body from outbox order by id');
      return rows.map(({ partner, body }) => ({ ...JSON.parse(String(body)), recipient: partner }));
    },
  };
}

/** Three impressions of one creative, in the day before `AT_MS`. */
export async function sellTo(database: Database): Promise<void> {
  const folder = temporaryFolder();
  const shown = (auctionId: string) => factEntry(aFact({ auctionId, atMs: AT_MS - 60_000 }));
  await journalOf(folder, ['a', 'b', 'c'].map(shown));
  await drainOf(folder, database).drainOnce();
}
