/**
 * `npm run test:all [-- paths]`: every test but those of test/long. Builds the executable for the tests that start Parley as a
 * process, and starts the one Postgres that the tests of both databases share.
 */
import { join } from 'node:path';
import { buildExecutable } from '../deploy/build/executable.ts';
import { startPostgres } from './postgres/postgres-server.ts';
import { BUN, cleanUp, ROOT, temporaryFolder } from './process.ts';
import { endRun } from './test-run.ts';

/** Of each test process, a few pools of connections are open at a time. */
const CONNECTIONS_MAX = '400';

const FLAGS = [
  ...['--parallel=2', '--no-isolate', '--timeout', '120000', '--timings', 'test/timings.json'],
  ...['integrations/**', '**/test/long/**'].flatMap((path) => ['--path-ignore-patterns', path]),
];

async function runAll(): Promise<number> {
  const release = process.env.PARLEY_TEST_RELEASE ?? temporaryFolder();
  if (process.env.PARLEY_TEST_RELEASE === undefined) await buildExecutable(join(release, 'parley'));
  const { url } = await startPostgres({ settings: { max_connections: CONNECTIONS_MAX } });
  const tests = Bun.spawn([BUN, 'test', ...FLAGS, ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...process.env, PARLEY_TEST_RELEASE: release, PARLEY_TEST_POSTGRES: url },
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  process.once('SIGINT', () => tests.kill('SIGINT'));
  process.once('SIGTERM', () => tests.kill('SIGTERM'));
  return tests.exited;
}

const code = await runAll().finally(cleanUp);
await endRun();
process.exit(code);
