import { expect, test } from 'bun:test';
import { ConfigFault, loadConfig } from './config.ts';
import { completeSetup } from './setup.ts';

const NOWHERE = '/nonexistent';

test('machines that share a database need keys for their notices', () => {
  const setup = completeSetup(loadConfig({ DATABASE_URL: 'postgres://env/db' }, NOWHERE));
  expect(setup).toBeInstanceOf(ConfigFault);
  expect((setup as ConfigFault).message).toStartWith('notices.keys: expected at least one key');
});
