import { inTime } from '../lib/in-time.ts';
import { createConnector, type LedgerParts } from './connector.ts';
import { type DeliveryQuestion, readDelivery } from './delivery/delivery.ts';
import type { LedgerFault } from './open-schema.ts';
import { countCalls } from './outbox.ts';
import { runReport } from './report.ts';
import type { RollupQuestion } from './report-types.ts';
import { readSamples, type SamplesMax } from './samples/request-samples.ts';

export type Ledger = Exclude<Awaited<ReturnType<typeof startLedger>>, LedgerFault>;

/** Entries that are not drained by then stay in the journals until the next start. */
const STOP_MS_MAX = 10_000;
const OUTBOX_COUNT_MS = 2000;

const UNREACHABLE = 'the database cannot be reached';

/**
 * Drains the journals into the database, calls partners' URLs and answers reports. Only a SQLite file that cannot be
 * written, or tables of another version, stop the start: entries stay in the journals until a database can be reached.
 */
export async function startLedger(parts: LedgerParts) {
  const connector = createConnector(parts);
  const fault = await connector.start();
  if (fault !== undefined) return fault;
  const { connection } = connector;
  const database = () => connection()?.database;
  let outboxRows = 0;
  const counting = setInterval(async () => {
    const query = database()?.query;
    // The drain reports a database that fails.
    if (query) outboxRows = await countCalls(query).catch(() => outboxRows);
  }, OUTBOX_COUNT_MS);

  return {
    /** undefined while it cannot be reached. */
    database,
    async report(question: RollupQuestion) {
      const open = database();
      return open === undefined ? { reason: UNREACHABLE } : runReport(open, question);
    },
    /** Rejects while the database cannot be reached. */
    async samples(max: SamplesMax) {
      const open = database();
      if (open === undefined) throw new Error(UNREACHABLE);
      return readSamples(open, max);
    },
    /** Rejects while the database cannot be reached. */
    async delivery(question: DeliveryQuestion) {
      const open = database();
      if (open === undefined) throw new Error(UNREACHABLE);
      return readDelivery(open, question);
    },
    /** `outboxRows`: calls that wait in the outbox, counted every two seconds. */
    health: () => ({ ...connector.lag(), outboxRows }),
    /** Drains the journals a last time and stops calling partners. The database stays open. */
    async finish() {
      connector.stop();
      clearInterval(counting);
      const stopped = async () => {
        await connection()?.caller.stop();
        await connection()?.drain.stop();
      };
      await inTime(stopped(), STOP_MS_MAX, undefined);
    },
    async close() {
      await inTime(Promise.resolve(database()?.close()), STOP_MS_MAX, undefined);
    },
  };
}
