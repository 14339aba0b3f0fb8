import { expect, test } from 'bun:test';
import { type Config, ConfigFault, loadConfig } from '../config/config.ts';
import { hasFixedChange, withFixedParts } from './machine-reload.ts';

const config = loadConfig({ PARLEY_DATA_DIR: '/data' }, '/nonexistent');
if (config instanceof ConfigFault) throw new Error(config.message);
const START: Config = config;
const TLS = { cert: '/cert.pem', key: '/key.pem' };

const FIXED: Readonly<Record<string, Config>> = {
  'listen.host': { ...START, listen: { ...START.listen, host: '10.0.0.1' } },
  'listen.port': { ...START, listen: { ...START.listen, port: 9 } },
  'listen.workers': { ...START, listen: { ...START.listen, workers: 9 } },
  'admin.port': { ...START, admin: { ...START.admin, port: 9 } },
  'portal.port': { ...START, portal: { ...START.portal, port: 9 } },
  databaseUrl: { ...START, databaseUrl: 'postgres://other/db' },
  'ledger.keepDays': { ...START, ledger: { ...START.ledger, keepDays: 40 } },
  'ledger.sampleDays': { ...START, ledger: { ...START.ledger, sampleDays: 3 } },
  dataDir: { ...START, dataDir: '/elsewhere' },
};

for (const [name, next] of Object.entries(FIXED)) {
  test(`${name} changes only at a restart`, () => {
    expect(hasFixedChange(START, next)).toBe(true);
    expect(withFixedParts(START, next)).toEqual(START);
  });
}

test('whether there is listen.tls changes only at a restart', () => {
  const next = { ...START, listen: { ...START.listen, tls: TLS } };
  expect(hasFixedChange(START, next)).toBe(true);
});

test('other parts change with a reload', () => {
  const next: Config = {
    ...START,
    access: 'listed',
    publishers: [{ id: 'pub-1' }],
    adcp: { ...START.adcp, enabled: true, publicUrl: 'https://buy.example' },
    listen: { ...START.listen, publicUrl: 'https://bid.example' },
  };
  expect(hasFixedChange(START, START)).toBe(false);
  expect(hasFixedChange(START, next)).toBe(false);
  expect(withFixedParts(START, next)).toEqual(next);
});
