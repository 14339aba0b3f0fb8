/**
 * Notices a second that a worker's journal takes, each on the disk before it is acknowledged, beside a bare
 * loop of write and fdatasync; and entries a second that are drained into SQLite, or into the Postgres of
 * DATABASE_URL. What is drained stays in that database: give it one of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseLocation, openDatabase } from '../../src/ledger/database.ts';
import { createDrain } from '../../src/ledger/drain.ts';
import type { JournalEntry } from '../../src/ledger/entry.ts';
import { openJournal } from '../../src/ledger/journal.ts';
import { writeLine } from '../../src/ledger/journal-line.ts';
import { prepareSchema } from '../../src/ledger/open-schema.ts';
import { createTally } from '../../src/ledger/tally.ts';
import { silentLog } from '../../src/observe/log.ts';
import { NO_DIMENSIONS, NO_SUBJECT } from '../../src/sale/dimensions.ts';

const NOTICES = 100_000;
const CALLERS = 64;
const SYNCS = 1000;
const COUNTS = 1_000_000;

const DIMENSIONS = {
  ...NO_DIMENSIONS,
  publisher: 'pub-1',
  country: 'DEU',
  format: 'native_product_card',
  intent: 'purchase',
  funnel: 'decision',
  sentiment: 'positive',
  turn: '2-3',
};

const run = crypto.randomUUID();

function notice(index: number): JournalEntry {
  const nowMs = Date.now();
  return {
    kind: 'fact',
    calls: [],
    fact: {
      kind: 'impression',
      atMs: nowMs,
      priceMicros: 2_100_000,
      sale: {
        auctionId: `${run}-${index}`,
        impId: '1',
        soldMs: nowMs,
        partner: 'acme',
        seat: 'seat',
        campaign: `campaign-${index % 20}`,
        creative: 'creative',
        priceMicros: 2_500_000,
        billsOn: 'impression',
        isTest: false,
        machine: 1,
        shareBasisPoints: 7000,
        charge: { per: 'impression' },
        dimensions: { ...DIMENSIONS, publisher: `pub-${index % 10}` },
      },
    },
  };
}

async function perSecond(count: number, work: () => Promise<void>) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { rate: count / seconds, cpuUs: (user + system) / count };
}

function say(name: string, { rate, cpuUs }: { rate: number; cpuUs: number }, note = ''): void {
  const shown = [name.padEnd(44), `${rate.toFixed(0).padStart(9)}/s`, `${cpuUs.toFixed(1)} µs CPU`];
  process.stdout.write(`${shown.join('  ')}  ${note}\n`);
}

const home = mkdtempSync(join(process.cwd(), 'journal-bench-'));
try {
  const bare = await perSecond(SYNCS, async () => {
    const handle = await open(join(home, 'bare'), 'w');
    const line = writeLine(notice(0));
    for (let index = 0; index < SYNCS; index++) {
      await handle.write(line);
      await handle.datasync();
    }
    await handle.close();
  });
  say('bare loop of write and fdatasync', bare);

  const folder = join(home, 'journals');
  const journal = openJournal({ folder, name: run, onFault() {} });
  let next = 0;
  let refused = 0;
  const caller = async () => {
    while (next < NOTICES) {
      if ((await journal.append(notice(next++))) !== undefined) refused++;
    }
  };
  const appended = await perSecond(NOTICES, async () => {
    await Promise.all(Array.from({ length: CALLERS }, caller));
  });
  await journal.close();
  say(
    `append, ${CALLERS} callers`,
    appended,
    `${(appended.rate / bare.rate).toFixed(1)} × the bare loop`,
  );
  if (refused > 0) throw new Error(`${refused} notices were refused`);

  const url = process.env.DATABASE_URL;
  const location: DatabaseLocation =
    url === undefined
      ? { kind: 'sqlite', file: join(home, 'parley.db') }
      : { kind: 'postgres', url };
  const database = await openDatabase(location);
  await prepareSchema(database);
  const drain = createDrain({
    folder,
    database,
    nowMs: Date.now,
    log: silentLog,
    isWriterAlive: () => false,
    remotePartners: () => new Set<string>(),
  });
  say(`drain into ${location.kind}`, await perSecond(NOTICES, drain.drainOnce));
  await database.close();

  const tally = createTally(Date.now);
  const counted = await perSecond(COUNTS, async () => {
    for (let index = 0; index < COUNTS; index++) {
      const dimensions = { ...DIMENSIONS, publisher: `pub-${index % 10}` };
      tally.count('requests', dimensions, NO_SUBJECT);
    }
  });
  say('count a request', counted);
} finally {
  rmSync(home, { recursive: true, force: true });
}
