/** Drains a folder, then a fact of its own from an app, and prints a report by channel: for a copy that has channels. */
import { join } from 'node:path';
import { runReport } from '../../src/ledger/report.ts';
import { reportText } from '../../src/ledger/report-text.ts';
import type { Sale } from '../../src/sale/fact.ts';
import { drainOf, journalOf, openLedger } from '../ledger/ledger.ts';
import { AT_MS, aFact, factEntry } from '../ledger/samples.ts';
import { temporaryFolder } from '../process.ts';

const [folder = ''] = process.argv.slice(2);
const database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
await drainOf(folder, database).drainOnce();
const fact = aFact({ auctionId: 'c' });
const fromApp = { channel: 'app' };
const dimensions: Sale['dimensions'] = { ...fact.sale.dimensions, ...fromApp };
const own = temporaryFolder();
await journalOf(own, [factEntry({ ...fact, sale: { ...fact.sale, dimensions } })]);
await drainOf(own, database).drainOnce();
const span = { fromMs: AT_MS - 86_400_000, toMs: AT_MS + 86_400_000 };
const report = await runReport(database, { by: ['channel'], ...span });
if ('reason' in report) throw new Error(report.reason);
process.stdout.write(reportText(report, 'json'));
await database.close();
