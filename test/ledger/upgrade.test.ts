import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../src/ledger/database.ts';
import { migrate, SCHEMA_VERSION } from '../../src/ledger/migrate.ts';
import { approvedVersion } from '../../src/ledger/migrations/0.1.ts';
import { MIGRATIONS } from '../../src/ledger/migrations/all.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { CAMPAIGN_TABLE } from '../../src/store/campaign-table.ts';
import { importCampaigns } from '../../src/store/import-campaigns.ts';
import { servedCampaign } from '../../src/store/stored-campaign.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import { anyCampaign, entriesOf } from '../store/campaigns.ts';
import { countOf, drainOf, journalOf, KINDS, newLocation, openLedger } from './ledger.ts';
import { AT_MS, aFact, factEntry, someCalls } from './samples.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

/** A database as the first release has left it: 8 sales of 35 days with 2 facts each, budgets, calls that wait. */
async function fixture(location: DatabaseLocation): Promise<Database> {
  const text = readFileSync(
    join(import.meta.dir, 'fixtures', `version-1.${location.kind}.sql`),
    'utf8',
  );
  const sql =
    location.kind === 'sqlite'
      ? new SQL({ adapter: 'sqlite', filename: location.file })
      : new SQL(location.url);
  for (const statement of text.split(/;\n/)) {
    if (statement.trim() !== '') await sql.unsafe(statement);
  }
  await sql.close();
  const database = await openDatabase(location);
  atCleanUp(() => database.close());
  return database;
}

/** Writes an active campaign with the statements of the version before approved versions were kept. */
async function writeAsBefore(
  database: Database,
  { campaign, state }: { readonly campaign: Campaign; readonly state: string },
): Promise<void> {
  const { creatives, ...definition } = campaign;
  const key = `own/${campaign.id}`;
  await database.query(
    `insert into campaigns
      (key, partner, campaign, state, definition, revision, created_ms, created_revision,
       changed_ms, changed_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (key) do update set
      state = excluded.state, definition = excluded.definition, revision = excluded.revision,
      created_ms = excluded.created_ms, created_revision = excluded.created_revision, changed_ms = excluded.changed_ms,
      changed_by = excluded.changed_by`,
    [key, 'own', campaign.id, 'active', JSON.stringify(definition), 9, 1, 1, 1, 'ann'],
  );
  await database.query('delete from creatives where key = $1', [key]);
  for (const [place, creative] of creatives.entries()) {
    await database.query(
      `insert into creatives (key, creative, place, state, reason, definition)
       values ($1, $2, $3, $4, $5, $6)`,
      [key, creative.id, place, state, '', JSON.stringify(creative)],
    );
  }
}

const versionOf = async (database: Database) =>
  Number((await database.query('select version from schema_version'))[0]?.version);

describe.each([...KINDS])('on %s', (kind) => {
  test('tables are made once, by however many start together', async () => {
    const fresh = await newLocation(kind, postgres);
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(fresh)));
    expect(await Promise.all(opened.map((one) => migrate(one)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const one of opened) await one.close();
  });

  test('a database of the first release is upgraded in place, with what it holds', async () => {
    const database = await fixture(await newLocation(kind, postgres));
    expect(await migrate(database)).toBeUndefined();
    expect(await versionOf(database)).toBe(SCHEMA_VERSION);
    expect(await countOf(database, 'facts')).toBe(16);
    expect(await countOf(database, 'outbox')).toBe(2);
    const [budget] = await database.query(
      'select spent_total_nanos, impressions_total from budgets',
    );
    expect([budget?.spent_total_nanos, budget?.impressions_total].map(Number)).toEqual([
      16_800_000, 8,
    ]);
  });

  test('what campaigns sold before the upgrade is in their delivery, by day', async () => {
    const database = await fixture(await newLocation(kind, postgres));
    const counted = async (atMs: number, campaign: string, clicks: number) => {
      const key = `'pub-1', 'own', '${campaign}', 'DEU', '', '', '', '', '1', ''`;
      await database.query(
        `insert into rollups (minute_ms, publisher, partner, campaign, country, format, intent, funnel, sentiment,
           turn, reason, requests, refusals, no_bids, asked, bids, sold, wins, impressions, viewables, clicks,
           losses, spend_nanos)
         values (${atMs}, ${key}, 9, 0, 0, 9, 9, 3, 2, 2, 0, ${clicks}, 0, 5000)`,
      );
    };
    const day = 20_000;
    await counted(day * DAY_MS, 'tents', 1);
    await counted((day + 1) * DAY_MS - 60_000, 'tents', 0);
    await counted((day + 1) * DAY_MS, 'tents', 0);
    await counted(day * DAY_MS, '', 1);
    expect(await migrate(database)).toBeUndefined();

    const rows = await database.query(
      `select day, kind, count, amount from campaign_delivery
       where partner = 'own' and campaign = 'tents' order by day, kind`,
    );
    expect(rows.map((row) => [Number(row.day), row.kind, Number(row.count), Number(row.amount)]))
      // Days without clicks have no row of them.
      .toEqual([
        [day, 'billed', 4, 10_000],
        [day, 'clicked', 1, 0],
        [day, 'shown', 4, 0],
        [day, 'won', 6, 0],
        [day + 1, 'billed', 2, 5000],
        [day + 1, 'shown', 2, 0],
        [day + 1, 'won', 3, 0],
      ]);
    expect(await countOf(database, "campaign_delivery where campaign = ''")).toBe(0);
    // The eight of the fixture, each on a day of its own.
    expect(await countOf(database, "campaign_delivery where campaign = 'shoes'")).toBe(16);
  });

  test('a fact of before the upgrade counts once, and meets the URLs that arrive after it', async () => {
    const database = await fixture(await newLocation(kind, postgres));
    await migrate(database);
    const folder = temporaryFolder();
    const again = aFact({ auctionId: 'a-0', kind: 'impression', atMs: AT_MS + 1 });
    const url = 'https://dsp.example/imp';
    await journalOf(folder, [factEntry(again), someCalls('a-0', { impression: [url] })]);
    await drainOf(folder, database).drainOnce();
    expect(await countOf(database, 'facts')).toBe(16);
    const [sum] = await database.query('select sum(impressions) as impressions from rollups');
    expect(Number(sum?.impressions)).toBe(8);
    expect(await countOf(database, `outbox where url = '${url}'`)).toBe(1);
  });

  test('a campaign that was approved before the upgrade is approved as it is, and others are not', async () => {
    const database = await openDatabase(await newLocation(kind, postgres));
    atCleanUp(() => database.close());
    await migrate(database, MIGRATIONS.slice(0, MIGRATIONS.indexOf(approvedVersion)));
    for (const state of ['approved', 'waiting'] as const) {
      await writeAsBefore(database, { campaign: anyCampaign({ id: state }), state });
    }
    expect(await migrate(database)).toBeUndefined();
    const servedOf = async (id: string) => {
      const stored = await CAMPAIGN_TABLE.read(database.query, `own/${id}`);
      return stored && servedCampaign(stored);
    };
    expect(await servedOf('approved')).toEqual(anyCampaign({ id: 'approved' }));
    expect(await servedOf('waiting')).toBeUndefined();
  });

  test('what is approved outlives a change that a machine of the version before makes', async () => {
    const database = await openLedger(await newLocation(kind, postgres));
    const first = anyCampaign({ id: 'shoes' });
    const swapped = { ...first, advertiser: 'Your Bank (official)' };
    for (const [campaign, needsApproval] of [
      [first, false],
      [swapped, true],
    ] as const) {
      await importCampaigns(database, {
        partner: 'own',
        entries: entriesOf([campaign]),
        state: 'active',
        needsApproval,
        author: { who: 'ann', role: 'ads' },
        nowMs: 1,
      });
    }
    const dearer = { ...swapped, cpm: 9 };
    await writeAsBefore(database, { campaign: dearer, state: 'waiting' });
    const stored = await CAMPAIGN_TABLE.read(database.query, 'own/shoes');
    expect(stored && servedCampaign(stored)).toEqual({ ...first, cpm: 9 });
    // A campaign that such a machine creates serves as it approves it.
    const made = anyCampaign({ id: 'made' });
    await writeAsBefore(database, { campaign: made, state: 'approved' });
    const created = await CAMPAIGN_TABLE.read(database.query, 'own/made');
    expect(created && servedCampaign(created)).toEqual(made);
  });

  test('a first start that was interrupted after it wrote its version is repaired', async () => {
    const database = await openDatabase(await newLocation(kind, postgres));
    atCleanUp(() => database.close());
    await database.query(
      'create table schema_version (id bigint primary key, version bigint not null)',
    );
    await database.query('insert into schema_version (id, version) values (1, 1)');
    expect(await migrate(database)).toBeUndefined();
    expect(await countOf(database, 'facts')).toBe(0);
  });

  test('a database that a newer Parley has written to is left alone', async () => {
    const database = await openLedger(await newLocation(kind, postgres));
    await database.query('update schema_version set version = $1', [SCHEMA_VERSION + 1]);
    expect(await migrate(database)).toEqual({
      reason: `The database has ledger version ${SCHEMA_VERSION + 1}, and this Parley knows version ${SCHEMA_VERSION}: a newer Parley has written to it. Install that version here too, or go back as docs/deploy/upgrade.md says.`,
    });
  });

  test('an upgrade that fails leaves the database as it was', async () => {
    const database = await fixture(await newLocation(kind, postgres));
    const bad = () => ['create table extra (id bigint)', 'update nowhere set id = 1'];
    await expect(migrate(database, [...MIGRATIONS, bad])).rejects.toThrow('nowhere');
    expect(await versionOf(database)).toBe(1);
    await expect(database.query('select id from extra')).rejects.toThrow('extra');
  });
});
