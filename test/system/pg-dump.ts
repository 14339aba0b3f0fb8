/** A ledger in Postgres, dumped, restored and merged by the commands of docs/deploy/upgrade.md. */
import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/ledger/database.ts';
import { migrate } from '../../src/ledger/migrate.ts';
import { MIGRATIONS } from '../../src/ledger/migrations/all.ts';
import { expectExactly } from '../ledger/recount.ts';
import {
  databaseOf,
  reportOf,
  SHARED_KEY,
  startExchange,
  stopExchange,
} from '../notices/exchange.ts';
import { startNoticeLoad } from '../notices/notice-load.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import { output } from './support/build.ts';
import { blocksOf, command } from './support/pages.ts';

afterAll(cleanUp);

test('a dump made between two runs is restored into an empty database, and the report is the same', async () => {
  const postgres = await startPostgres();
  const [first, second] = [await postgres.newDatabase(), await postgres.newDatabase()];
  const folder = temporaryFolder();
  const type = (text: string, databaseUrl: string) =>
    output('sh', ['-c', text], { folder, env: { DATABASE_URL: databaseUrl } });

  const before = await startExchange({ databaseUrl: first, keys: [SHARED_KEY] });
  const load = startNoticeLoad({ port: () => before.port, clients: 4, isRough: false });
  await load.more(100);
  await load.stop();
  await stopExchange(before);
  const report = await reportOf(before);
  const dump = command('backup.md', 'pg_dump --format=custom --file=parley.dump "$DATABASE_URL"');
  await type(dump, first);

  const restore = command(
    'backup.md',
    'pg_restore --no-owner --dbname="$DATABASE_URL" parley.dump',
  );
  await type(restore, second);
  const after = await startExchange({ databaseUrl: second, keys: [SHARED_KEY] });
  expect(await reportOf(after)).toEqual(report);
  await expectExactly(await databaseOf(after), load.acknowledged);
  await stopExchange(after);
});

const VERSION_OF_0_1 = 7;

/** A part of a ledger of 0.1, with a sale of its own and a minute and a day that all parts have. */
async function partOf01(url: string, position: number): Promise<Database> {
  const database = await openDatabase({ kind: 'postgres', url });
  atCleanUp(() => database.close());
  const { query } = database;
  expect(await migrate(database, MIGRATIONS.slice(0, VERSION_OF_0_1))).toBeUndefined();
  await query('insert into ledger_place values (1, $1, 2, 0)', [position]);
  await query(
    `insert into facts values ($1, '1', 'bill', 1, 1, null, 1000, 1, 'p', '', 'c', '', 1, 'bill', 0, 1,
      'pub', '', '', '', '', '', '')`,
    [`sale-${position}`],
  );
  await query(
    `insert into rollups values (0, 'pub', 'p', 'c', '', '', '', '', '', '', '', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1000)`,
  );
  await query(`insert into campaign_delivery values ('p', 'c', 0, 'billed', '', '', 1, 1000)`);
  const [calls, id] = [`calls-${position}`, `call-${position}`];
  await query(`insert into partner_calls values ($1, '1', 'win', 'p', '[]', 9)`, [calls]);
  await query(`insert into outbox values ($1, 'p', 'https://p.example/', 0, 0, 0)`, [id]);
  return database;
}

test('a ledger of 0.1 in two databases is merged into the first one, once', async () => {
  const postgres = await startPostgres();
  const urls = [await postgres.newDatabase(), await postgres.newDatabase()] as const;
  const [first] = [await partOf01(urls[0], 0), await partOf01(urls[1], 1)];
  expect(await migrate(first)).toEqual({ reason: expect.stringContaining('merge the others') });
  const folder = temporaryFolder();
  const script = blocksOf('upgrade.md').find(({ language }) => language === 'sql');
  writeFileSync(join(folder, 'merge.sql'), script?.text ?? '');
  const type = (text: string) =>
    output('sh', ['-c', text], {
      folder,
      env: { DATABASE_URL: urls[0], OTHER_URL: urls[1] },
    });
  await type(
    command(
      'upgrade.md',
      'psql --command="copy (select * from facts) to stdout" "$OTHER_URL" > facts.copy',
    ),
  );
  await type(
    command(
      'upgrade.md',
      'psql --command="copy partner_calls to stdout" "$OTHER_URL" > partner_calls.copy',
    ),
  );
  await type(
    command('upgrade.md', 'psql --command="copy outbox to stdout" "$OTHER_URL" > outbox.copy'),
  );
  await type(
    command('upgrade.md', 'psql --command="copy rollups to stdout" "$OTHER_URL" > rollups.copy'),
  );
  await type(
    command(
      'upgrade.md',
      'psql --command="copy campaign_delivery to stdout" "$OTHER_URL" > delivery.copy',
    ),
  );
  const merge = command(
    'upgrade.md',
    'psql --set=ON_ERROR_STOP=1 --single-transaction --file=merge.sql "$DATABASE_URL"',
  );
  await type(merge);
  await expect(type(merge)).rejects.toThrow('duplicate key');
  await type(command('upgrade.md', 'psql --command="delete from ledger_place" "$DATABASE_URL"'));

  const valuesOf = async (text: string) =>
    Object.values((await first.query(text))[0] ?? {}).map(Number);
  expect(await valuesOf('select count(*), sum(spend_nanos) from facts')).toEqual([2, 2000]);
  expect(
    await valuesOf(
      `select requests, refusals, no_bids, asked, bids, sold, wins, impressions, viewables, clicks, losses, spend_nanos
       from rollups`,
    ),
  ).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 2000]);
  expect(await valuesOf('select count, amount from campaign_delivery')).toEqual([2, 2000]);
  expect(await valuesOf('select count(*) from partner_calls')).toEqual([2]);
  expect(await valuesOf('select count(*) from outbox')).toEqual([2]);
  expect(await migrate(first)).toBeUndefined();
});
