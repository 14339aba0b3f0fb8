import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../../../test/process.ts';
import { setupOf, stateOf } from '../../../test/shared-work.ts';
import { type Config, ConfigFault, loadConfig } from '../config/config.ts';
import { fixedChanges } from './machine-reload.ts';

afterAll(cleanUp);

const config = loadConfig({ PARLEY_DATA_DIR: '/data' }, '/nonexistent');
if (config instanceof ConfigFault) throw new Error(config.message);
const START: Config = config;
const TLS = { cert: '/cert.pem', key: '/key.pem' };

const FIXED: Readonly<Record<string, Config>> = {
  'listen.host': { ...START, listen: { ...START.listen, host: '10.0.0.1' } },
  'listen.port': { ...START, listen: { ...START.listen, port: 9 } },
  'listen.workers': { ...START, listen: { ...START.listen, workers: 9 } },
  'listen.tls (whether it is there)': { ...START, listen: { ...START.listen, tls: TLS } },
  admin: { ...START, admin: { ...START.admin, port: 9 } },
  portal: { ...START, portal: { ...START.portal, port: 9 } },
  databaseUrl: { ...START, databaseUrl: 'postgres://other/db' },
  redisUrl: { ...START, redisUrl: 'redis://other' },
  ledger: { ...START, ledger: { ...START.ledger, sampleDays: 3 } },
  dataDir: { ...START, dataDir: '/elsewhere' },
};

for (const [name, next] of Object.entries(FIXED)) {
  test(`${name} changes only at a restart`, () => {
    expect(fixedChanges(START, next)).toEqual([name]);
  });
}

test('other parts change with a reload', () => {
  const next: Config = {
    ...START,
    access: 'listed',
    publishers: [{ id: 'pub-1' }],
    adcp: { ...START.adcp, enabled: true, publicUrl: 'https://buy.example' },
    listen: { ...START.listen, publicUrl: 'https://bid.example' },
  };
  expect(fixedChanges(START, START)).toEqual([]);
  expect(fixedChanges(START, next)).toEqual([]);
});

test('more requests a second than the memory of the limits is made for are refused, with the key', () => {
  const state = stateOf({});
  const withLimit = (globalPerSecond: number) =>
    state.share(setupOf({ limits: { ...START.limits, globalPerSecond } }));
  expect(withLimit(16_384)).not.toHaveProperty('reason');
  expect(withLimit(16_385)).toEqual({
    reason: expect.stringContaining('limits.globalPerSecond: at most 16384 before a restart'),
  });
});
