/** Starts each kind of process that tests start, says so, and waits to be killed. */
import { test } from 'bun:test';
import { startBrowser } from '../console/browser.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { serve } from '../process.ts';
import { startRedis } from '../redis/redis-server.ts';
import { RUN_FOLDER } from '../test-run.ts';

test(
  'starts everything and never ends',
  async () => {
    await Promise.all([
      startPostgres(),
      startRedis(),
      serve('listen: { workers: 2 }\n'),
      startBrowser().then((browser) => browser.newPage()),
    ]);
    process.stdout.write(`everything is running in ${RUN_FOLDER}\n`);
    await new Promise(() => {});
  },
  2 ** 31 - 1,
);
