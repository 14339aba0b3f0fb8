import { afterAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { journalFolderOf } from '../../src/ledger/data-folder.ts';
import { openJournal } from '../../src/ledger/journal.ts';
import { type LedgerParts, startLedger } from '../../src/ledger/start-ledger.ts';
import { eventually } from '../eventually.ts';
import { countOf, type Logged, openLedger } from '../ledger/ledger.ts';
import { aFact, factEntry } from '../ledger/samples.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const START_MS_MAX = 300;

function partsOf(url: string) {
  const logged: Logged[] = [];
  const line = (level: string) => (facts: object, message: string) => {
    logged.push({ level, facts, message });
  };
  const parts: LedgerParts = {
    dataDir: temporaryFolder(),
    location: { kind: 'postgres', url },
    nowMs: Date.now,
    keepDays: undefined,
    remotePartners: () => new Set(),
    send: async () => ({ status: 200 }),
    log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    end() {},
    isWriterAlive: () => true,
    onNewFacts() {},
    onCall() {},
  };
  return { parts, logged };
}

/** A ledger of one Postgres, with a worker that writes to its journal. */
async function ledgerAt(url: string) {
  const { parts, logged } = partsOf(url);
  const ledger = await startLedger(parts);
  if ('reason' in ledger) throw new Error(ledger.reason);
  const folder = journalFolderOf(parts.dataDir);
  const journal = openJournal({ folder, name: 'worker', onFault() {} });
  atCleanUp(async () => {
    await journal.close();
    await ledger.finish();
    await ledger.close();
  });
  const record = (auctionId: string) => journal.append(factEntry(aFact({ auctionId })));
  const reasons = () =>
    logged.flatMap(({ facts }) => ('reason' in facts ? [String(facts.reason)] : []));
  return { ledger, record, reasons };
}

async function asRoot(url: string, ...statements: readonly string[]): Promise<void> {
  const sql = new SQL({ url, max: 1 });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.close();
}

describe('a Postgres that cannot be used is reported in its own words, costs no fact and is used when it can be', () => {
  test('read-only, as a standby is', async () => {
    const url = await newPostgresDatabase();
    const { ledger, record, reasons } = await ledgerAt(url);
    await record('a-1');
    await eventually(() => ledger.health().bytes === 0);
    const name = new URL(url).pathname.slice(1);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;
    const other = url.replace(/[^/]+$/, 'postgres');
    await asRoot(other, `alter database ${name} set default_transaction_read_only = on`, cut);
    expect(await record('a-2')).toBeUndefined();
    await eventually(() => ledger.health().reason?.includes('read-only') === true);
    expect(ledger.health().isDatabaseUp).toBe(false);
    await asRoot(other, `alter database ${name} reset default_transaction_read_only`, cut);
    await eventually(() => ledger.health().isDatabaseUp && ledger.health().bytes === 0);
    expect(ledger.health().reason).toBeUndefined();
    // A call that was under way is cut first, and an outage is logged once a minute, with its first reason.
    expect(reasons()[0]).toMatch(/read-only|terminating connection/);
    const database = await openLedger({ kind: 'postgres', url });
    expect(await countOf(database, 'facts')).toBe(2);
  });

  test('without the database of its URL', async () => {
    const url = await newPostgresDatabase();
    const missing = `${url}_not_there_yet`;
    const { ledger, record, reasons } = await ledgerAt(missing);
    expect(await record('a-1')).toBeUndefined();
    const name = new URL(missing).pathname.slice(1);
    const says = expect.stringContaining(name);
    expect(ledger.health()).toMatchObject({ isDatabaseUp: false, reason: says });
    await asRoot(url, `create database ${name}`);
    atCleanUp(() => asRoot(url, `drop database ${name} with (force)`));
    await eventually(() => ledger.health().isDatabaseUp && ledger.health().bytes === 0);
    expect(reasons()).toEqual([says]);
  });

  test('of a version that is too old', async () => {
    const url = await newPostgresDatabase();
    await asRoot(
      url,
      "create function public.current_setting(text) returns text language sql as $$ select '120004' $$",
      `alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`,
    );
    const { ledger, record } = await ledgerAt(url);
    expect(await record('a-1')).toBeUndefined();
    expect(ledger.health().reason).toBe(
      'this Postgres is version 12, and Parley needs 13 or newer',
    );
    await asRoot(url, 'drop function public.current_setting(text)');
    await eventually(() => ledger.health().isDatabaseUp && ledger.health().bytes === 0);
  });
});

test('a start does not wait for long for a machine that prepares the tables, and uses the database once it is done', async () => {
  const url = await newPostgresDatabase();
  await openLedger({ kind: 'postgres', url });
  const other = new SQL({ url, max: 1 });
  atCleanUp(() => other.close());
  const holder = await other.reserve();
  // As another machine does while it prepares the tables.
  await holder.unsafe('begin; update schema_version set version = version');
  const { parts, logged } = partsOf(url);
  const ledger = await startLedger(parts, START_MS_MAX);
  if ('reason' in ledger) throw new Error(ledger.reason);
  expect(ledger.database()).toBeUndefined();
  expect(logged.map(({ message }) => message)).toEqual([
    expect.stringContaining('is still being connected'),
  ]);
  await holder.unsafe('commit');
  holder.release();
  await eventually(() => ledger.database() !== undefined);
  await ledger.finish();
  await ledger.close();
});
