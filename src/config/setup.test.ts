import { expect, test } from 'bun:test';
import { ConfigFault, loadConfig } from './config.ts';
import { completeSetup, packSetup, unpackSetup } from './setup.ts';

const NOWHERE = '/nonexistent';

test('machines that share a database need keys for their notices', () => {
  const setup = completeSetup(loadConfig({ DATABASE_URL: 'postgres://env/db' }, NOWHERE));
  expect(setup).toBeInstanceOf(ConfigFault);
  expect((setup as ConfigFault).message).toStartWith('notices.keys: expected at least one key');
});

test('a setup arrives unchanged in another process, campaigns included', () => {
  const setup = completeSetup(loadConfig({}, NOWHERE));
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  expect(setup.campaigns.get('house')?.length).toBeGreaterThan(0);
  expect(unpackSetup(packSetup(setup))).toEqual({
    ...JSON.parse(JSON.stringify(setup)),
    campaigns: setup.campaigns,
  });
});
