import { afterAll, afterEach, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../test/eventually.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { letTimeRun, passTime, stopTime } from '../../test/stopped-time.ts';
import { freePort } from '../http/free-port.ts';
import { createConnector, type LedgerParts } from './connector.ts';
import { journalFolderOf } from './locations.ts';

afterEach(letTimeRun);
afterAll(cleanUp);

const ignore = () => {};

function dataDirWith(bytes: number): string {
  const dataDir = temporaryFolder();
  mkdirSync(journalFolderOf(dataDir));
  writeFileSync(join(journalFolderOf(dataDir), 'worker-0.log'), Buffer.alloc(bytes));
  return dataDir;
}

function connectorTo(port: number, parts: Partial<LedgerParts> = {}) {
  return createConnector({
    dataDir: temporaryFolder(),
    nowMs: Date.now,
    keepDays: undefined,
    location: { kind: 'postgres', url: `postgres://nobody@127.0.0.1:${port}/none` },
    remotePartners: () => new Set(),
    send: async () => ({ status: 200 }),
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    isWriterAlive: () => true,
    onNewFacts: ignore,
    onCall: ignore,
    ...parts,
  });
}

test.each([
  ['nothing waits, of no age', 0, { bytes: 0, oldestMs: 0 }],
  ['all bytes of the journals wait, since the start', 70, { bytes: 70, oldestMs: 1500 }],
])('while Postgres was never reached, %s', async (_, bytes, lag) => {
  const dataDir = dataDirWith(bytes);
  let now = 1000;
  const connector = connectorTo(freePort('127.0.0.1'), { dataDir, nowMs: () => now });
  now += 1500;
  expect(await connector.start()).toBeUndefined();
  connector.stop();
  expect(connector.lag()).toMatchObject({ ...lag, isDatabaseUp: false });
  expect(connector.lag().reason).toBeString();
});

test('a SQLite file that is damaged stops the start, and is named with the one procedure that puts a backup back', async () => {
  const file = join(temporaryFolder(), 'parley.db');
  writeFileSync(file, 'not a database'.repeat(100));
  const connector = connectorTo(0, { location: { kind: 'sqlite', file } });
  const advice =
    'Stop Parley, and put the last backup back with parley restore: docs/deploy/backup.md#restore.';
  expect(await connector.start()).toEqual({
    reason: `${file} cannot be used: the file of the database is damaged. ${advice}`,
  });
});

test('an outbox that cannot be read is logged with a reason and advice, as its neighbours are, and without a stack', async () => {
  const file = join(temporaryFolder(), 'parley.db');
  const logged: (readonly [string, object])[] = [];
  const error = (facts: object, message: string) => void logged.push([message, facts]);
  const log = { debug: ignore, info: ignore, warn: ignore, error };
  const connector = connectorTo(0, { location: { kind: 'sqlite', file }, log });
  expect(await connector.start()).toBeUndefined();
  await connector.connection()?.database.query('drop table outbox');
  const ofOutbox = () => logged.filter(([message]) => message === 'the outbox cannot be read');
  await eventually(() => ofOutbox().length > 0);
  expect(ofOutbox()).toEqual([
    ['the outbox cannot be read', { reason: 'no such table: outbox', advice: undefined }],
  ]);
  await connector.connection()?.caller.stop();
  await connector.connection()?.drain.stop();
});

test('a Postgres that refuses is tried again every second, until the connector is stopped', async () => {
  const dataDir = dataDirWith(70);
  let now = 0;
  stopTime();
  const connector = connectorTo(freePort('127.0.0.1'), { dataDir, nowMs: () => now });
  await connector.start();
  // Each try says anew since when the bytes wait.
  now = 5000;
  await passTime(999);
  expect(connector.lag().oldestMs).toBe(0);
  for (const triedMs of [5000, 6000]) {
    now = triedMs;
    while (connector.lag().oldestMs !== triedMs) await passTime(1);
  }
  connector.stop();
  now = 9000;
  await passTime(3000);
  expect(connector.lag().oldestMs).toBe(6000);
});
