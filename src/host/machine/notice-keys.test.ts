import { afterAll, expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { ConfigFault, loadConfig } from '../config/config.ts';
import { completeSetup } from '../config/setup.ts';
import { withNoticeKeys } from './notice-keys.ts';

afterAll(cleanUp);

const NAMED = 'a-key-of-the-config-0123456789abcdef';
const KEPT = 'a-key-of-the-folder-0123456789abcdef';

function keysWith(keys: readonly string[], dataDir: string) {
  const setup = completeSetup(loadConfig({ PARLEY_DATA_DIR: dataDir }, '/nonexistent'));
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  const ready = withNoticeKeys({ ...setup, config: { ...setup.config, notices: { keys } } });
  return 'reason' in ready ? ready : ready.config.notices.keys;
}

test('without a key in the config one is created in the data folder, and kept', () => {
  const folder = temporaryFolder();
  const keys = keysWith([], folder);
  expect(keys).toEqual([readFileSync(join(folder, 'notice-key'), 'utf8').trim()]);
  expect(keysWith([], folder)).toEqual(keys);
});

test('the keys of the config come first, and the one of the folder still verifies', () => {
  const folder = temporaryFolder();
  expect(keysWith([NAMED], folder)).toEqual([NAMED]);
  expect(existsSync(join(folder, 'notice-key'))).toBe(false);
  writeFileSync(join(folder, 'notice-key'), KEPT);
  expect(keysWith([NAMED], folder)).toEqual([NAMED, KEPT]);
});

test('a key file that is no key is named, and is not replaced', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'notice-key'), 'short');
  expect(keysWith([], folder)).toEqual({
    reason: expect.stringContaining(join(folder, 'notice-key')),
  });
  expect(readFileSync(join(folder, 'notice-key'), 'utf8')).toBe('short');
});
