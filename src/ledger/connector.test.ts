import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { freePort } from '../http/free-port.ts';
import { createConnector } from './connector.ts';
import { journalFolderOf } from './locations.ts';

afterAll(cleanUp);

test.each([
  ['nothing waits, of no age', 0, { bytes: 0, oldestMs: 0 }],
  ['all bytes of the journals wait, since the start', 70, { bytes: 70, oldestMs: 1500 }],
])('while Postgres was never reached, %s', async (_, bytes, lag) => {
  const dataDir = temporaryFolder();
  mkdirSync(journalFolderOf(dataDir));
  writeFileSync(join(journalFolderOf(dataDir), 'worker-0.log'), Buffer.alloc(bytes));
  const ignore = () => {};
  let now = 1000;
  const connector = createConnector({
    ...{ dataDir, nowMs: () => now, config: { keepDays: undefined } },
    location: {
      kind: 'postgres',
      url: `postgres://nobody@127.0.0.1:${freePort('127.0.0.1')}/none`,
    },
    remotePartners: () => new Set(),
    send: async () => ({ status: 200 }),
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    isWriterAlive: () => true,
    ...{ onNewFacts: ignore, onCall: ignore },
  });
  now += 1500;
  expect(await connector.start()).toBeUndefined();
  connector.stop();
  expect(connector.lag()).toMatchObject({ ...lag, isDatabaseGone: true });
  expect(connector.lag().reason).toBeString();
});
