import { afterAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { openJournal } from '../../src/ledger/journal.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { drainOf, openLedger } from './ledger.ts';
import { aFact, factEntry } from './samples.ts';

afterAll(cleanUp);

const SENT_MAX = 5000;

test('what a worker confirms after its supervisor was killed is counted once, whenever the next one drains', async () => {
  const folder = temporaryFolder();
  const database = await openLedger({ kind: 'sqlite', file: `${temporaryFolder()}/parley.db` });
  // The next supervisor: none of its workers writes to this journal.
  const drain = drainOf(folder, database, { isWriterAlive: () => false });
  let ticks = 0;
  const faults: string[] = [];
  const orphan = openJournal({
    folder,
    name: 'orphan',
    onFault: ({ reason }) => faults.push(reason),
    // The pause after a failed write is over at once.
    tickMs: () => (ticks += 1000),
  });

  let isWriting = true;
  const draining = (async () => {
    while (isWriting) await drain.drainOnce().catch(() => {});
  })();
  const confirmed: string[] = [];
  // Until it has lost several segments to the drain, and has been spared as well.
  const hasBoth = () => faults.length >= 20 && confirmed.length >= 20;
  for (let sent = 0; sent < SENT_MAX && !hasBoth(); sent++) {
    const auctionId = `a-${sent}`;
    if ((await orphan.append(factEntry(aFact({ auctionId })))) === undefined)
      confirmed.push(auctionId);
  }
  isWriting = false;
  await draining;
  await orphan.close();
  await drain.drainOnce();

  expect(new Set(faults.map((reason) => reason.replace(/^.*\.log/, '')))).toEqual(
    new Set([' was renamed or removed while it was written to']),
  );
  const rows = await database.query('select auction_id from facts');
  const counted = rows.map((row) => String(row.auction_id));
  expect(new Set(counted).size).toBe(counted.length);
  expect(confirmed.filter((id) => !counted.includes(id))).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});
