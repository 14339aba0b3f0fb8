import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { hashOf } from '../../src/parts/images/read-image.ts';
import { backup, restore } from '../../src/programs/cli/backup.ts';
import { runCommand } from '../command.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { startFrom } from '../start-from.ts';
import { JPEG } from './fixtures.ts';
import { upload } from './upload.ts';

afterAll(cleanUp);

const TOKEN = 'ada-has-this-token';
const CONFIG = `admin: { port: 0, token: ${TOKEN} }
partners: [{ name: own, kind: campaigns, store: true }]
`;

test('a backup has the images, and a machine with it serves them', async () => {
  const first = await startFrom(CONFIG);
  const { body } = await upload(first.adminUrl, TOKEN, JPEG);
  const copy = join(temporaryFolder(), 'copy');
  const env = { PARLEY_CONFIG: first.configFile };
  const ofFirst = { ...env, PARLEY_DATA_DIR: first.dataDir };
  expect((await runCommand(backup, [copy], ofFirst)).code).toBe(0);
  await first.stop();
  const dataDir = join(temporaryFolder(), 'data');
  expect((await runCommand(restore, [copy], { ...env, PARLEY_DATA_DIR: dataDir })).code).toBe(0);
  const second = await startFrom(CONFIG, { dataDir });
  const response = await fetch(`${second.url}${body.url}`);
  expect(hashOf(await response.bytes())).toBe(hashOf(JPEG));
});
