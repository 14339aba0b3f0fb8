import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certify } from '../../test/http/certificate.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import type { TlsFiles } from '../config/tls-files.ts';
import { DAY_MS } from '../lib/day.ts';
import { silentLog } from '../observe/log.ts';
import type { TlsFault } from './machine-state.ts';
import { createTlsCheck } from './watch-tls.ts';

/** The days for which they are valid. */
const TERMS = [
  ['old', 4],
  ['new', 6],
  ['short', 2],
] as const;

let folder: string;
let files: TlsFiles;

beforeAll(() => {
  folder = temporaryFolder();
  for (const [name, days] of TERMS) certify(folder, name, undefined, days);
  files = { cert: join(folder, 'live.pem'), key: join(folder, 'live.key') };
});
afterAll(cleanUp);

const put = (cert: string, key: string) => {
  copyFileSync(join(folder, `${cert}.pem`), files.cert);
  copyFileSync(join(folder, `${key}.key`), files.key);
};

const contentsOf = (name: string): TlsFiles => ({
  cert: readFileSync(join(folder, `${name}.pem`), 'utf8'),
  key: readFileSync(join(folder, `${name}.key`), 'utf8'),
});

function watch(afterDays = 0) {
  put('old', 'old');
  let inUse = contentsOf('old');
  const renewed: TlsFiles[] = [];
  const logged: string[] = [];
  const faults: (TlsFault | undefined)[] = [];
  const check = createTlsCheck({
    current: () => ({ files, inUse }),
    async renew(tls) {
      renewed.push(tls);
      inUse = tls;
    },
    onFault: (reason) => void faults.push(reason),
    log: { ...silentLog, error: (_, message) => void logged.push(message) },
    nowMs: () => Date.now() + afterDays * DAY_MS,
  });
  return { check, renewed, logged, faults };
}

test('a certificate that was renewed is taken up once, and one that was not is left', async () => {
  const { check, renewed } = watch();
  await check();
  expect(renewed).toEqual([]);
  put('new', 'new');
  await check();
  await check();
  expect(renewed).toEqual([contentsOf('new')]);
});

test('files that do not fit each other are left while they are written, and logged once if that lasts', async () => {
  const { check, renewed, logged, faults } = watch();
  put('new', 'old');
  await check();
  expect(logged).toEqual([]);
  await check();
  await check();
  expect(logged).toEqual(['certificate not renewed']);
  expect(faults).toEqual([{ reason: expect.stringMatching('does not fit the certificate') }]);
  put('new', 'new');
  await check();
  expect(faults.at(-1)).toBeUndefined();
  expect(renewed).toEqual([contentsOf('new')]);
  put('old', 'new');
  await check();
  await check();
  expect(logged).toHaveLength(2);
});

test('a certificate that expired does not take the place of one that is valid, and the log says why', async () => {
  const { check, renewed, logged, faults } = watch(3);
  put('short', 'short');
  await check();
  expect(faults).toEqual([]);
  await check();
  await check();
  expect(logged).toEqual(['certificate not renewed']);
  const words = /^listen\.tls\.cert: the certificate in .*live\.pem expired at 20.* UTC, and /;
  expect(faults).toEqual([
    { reason: expect.stringMatching(words), effect: expect.stringContaining('A restart would') },
  ]);
  expect(renewed).toEqual([]);
  put('new', 'new');
  await check();
  expect([renewed, faults.at(-1)]).toEqual([[contentsOf('new')], undefined]);
});
