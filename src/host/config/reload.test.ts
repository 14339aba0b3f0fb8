import { afterAll, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { ConfigFault } from './config.ts';
import { loadSetup, reloadSetup } from './setup.ts';

afterAll(cleanUp);

const EMPTY = {
  empty: '',
  blank: ' \n\n',
  comments: '# limits: {}\n  # partners: []\n',
  marker: '---\n',
};

test.each(Object.entries(EMPTY))('a file that has become %s is refused at a reload', (_, text) => {
  const folder = temporaryFolder();
  const file = join(folder, 'parley.yaml');
  writeFileSync(file, text);
  const reloaded = reloadSetup(file, {}, folder);
  expect(reloaded).toBeInstanceOf(ConfigFault);
  expect((reloaded as ConfigFault).message).toBe(
    `${file}: expected at least one key, but the file has none; to run with the defaults, restart`,
  );
});

test('a file without keys means the defaults at a start', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'parley.yaml'), EMPTY.comments);
  expect(loadSetup({}, folder)).not.toBeInstanceOf(ConfigFault);
});

test('a file that was deleted is refused at a reload, and one with keys is read', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'parley.yaml');
  writeFileSync(file, 'limits: { ipPerSecond: 55 }\n');
  expect(reloadSetup(file, {}, folder)).toMatchObject({ config: { limits: { ipPerSecond: 55 } } });
  rmSync(file);
  expect((reloadSetup(file, {}, folder) as ConfigFault).message).toContain('cannot be read');
});

test('a server without a file reloads the defaults', () => {
  expect(reloadSetup(undefined, {}, temporaryFolder())).not.toBeInstanceOf(ConfigFault);
});
