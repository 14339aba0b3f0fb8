import { afterAll, afterEach, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { letTimeRun } from '../../test/stopped-time.ts';
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
