/** A ledger in Postgres, dumped and restored by the commands of docs/deploy/backup.md. */
import { afterAll, expect, test } from 'bun:test';
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
import { cleanUp, temporaryFolder } from '../process.ts';
import { output } from './support/build.ts';
import { command } from './support/pages.ts';

afterAll(cleanUp);

test('a dump made between two runs is restored into an empty database, and the report is the same', async () => {
  const postgres = await startPostgres();
  const [first, second] = [await postgres.newDatabase(), await postgres.newDatabase()];
  const folder = temporaryFolder();
  const type = (text: string, databaseUrl: string) =>
    output('sh', ['-c', text], { folder, env: { DATABASE_URL: databaseUrl } });

  const before = await startExchange({ databaseUrl: first, keys: [SHARED_KEY], more: 'partners:' });
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
  const after = await startExchange({ databaseUrl: second, keys: [SHARED_KEY], more: 'partners:' });
  expect(await reportOf(after)).toEqual(report);
  await expectExactly(await databaseOf(after), load.acknowledged);
  await stopExchange(after);
});
