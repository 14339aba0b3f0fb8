import { afterAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { createConnector } from '../../src/ledger/connector.ts';
import { eventually } from '../eventually.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import { openLedger } from './ledger.ts';

afterAll(cleanUp);

const START_MS_MAX = 300;

test('a start does not wait for a long upgrade, and uses the database once it is done', async () => {
  const url = await (await startPostgres()).newDatabase();
  const location = { kind: 'postgres', url } as const;
  await (await openLedger(location)).close();
  const other = new SQL({ url, max: 1 });
  atCleanUp(() => other.close());
  const holder = await other.reserve();
  // As another machine does while it upgrades the tables.
  await holder.unsafe('begin; update schema_version set version = version');

  const logged: string[] = [];
  const line = (_: object, message: string) => void logged.push(message);
  const dataDir = temporaryFolder();
  const connector = createConnector(
    {
      dataDir,
      location,
      nowMs: Date.now,
      keepDays: undefined,
      remotePartners: () => new Set(),
      send: async () => ({ status: 200 }),
      log: { debug: line, info: line, warn: line, error: line },
      isWriterAlive: () => true,
      onNewFacts() {},
      onCall() {},
    },
    START_MS_MAX,
  );
  expect(await connector.start()).toBeUndefined();
  expect(connector.connection()).toBeUndefined();
  expect(connector.lag().isDatabaseGone).toBe(true);
  expect(logged).toEqual([expect.stringContaining('is still being connected or upgraded')]);

  await holder.unsafe('commit');
  holder.release();
  await eventually(() => connector.connection() !== undefined);
  connector.stop();
  const { drain, caller, database } = connector.connection() ?? {};
  await caller?.stop();
  await drain?.stop();
  await database?.close();
});
