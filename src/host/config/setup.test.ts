import { expect, test } from 'bun:test';
import { DEFAULT_CAMPAIGNS_FILE } from '../../demand/campaigns/default-campaigns.ts';
import { ConfigFault, loadConfig } from './config.ts';
import { completeSetup, packSetup, unpackSetup } from './setup.ts';

const NOWHERE = '/nonexistent';

test('machines that share a database need keys for their notices', () => {
  const setup = completeSetup(loadConfig({ DATABASE_URL: 'postgres://env/db' }, NOWHERE));
  expect(setup).toBeInstanceOf(ConfigFault);
  expect((setup as ConfigFault).message).toStartWith('notices.keys: expected at least one key');
});

test('a setup arrives unchanged in another process, campaigns included', () => {
  const config = loadConfig({}, NOWHERE);
  if (config instanceof ConfigFault) throw new Error(config.message);
  const partners = [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }] as const;
  const setup = completeSetup({ ...config, partners });
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  expect(setup.campaigns.get('house')?.length).toBeGreaterThan(0);
  expect(unpackSetup(packSetup(setup))).toEqual({
    ...JSON.parse(JSON.stringify(setup)),
    campaigns: setup.campaigns,
  });
});
