import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../test/command.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { check } from './check.ts';

afterAll(cleanUp);

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'mine.yaml');
  writeFileSync(file, text);
  return file;
}

test('every fault is a line of its own, with its place', async () => {
  const partner = '  - { name: a, kind: openrtb, url: ftp://x, timeoutMs: soon }';
  const text = `listen: { port: 90000 }\ndataDir: "\${UNSET}"\nlisen: 1\npartners:\n${partner}\n`;
  const file = fileWith(text);
  const { code, stderr } = await runCommand(check, [file]);
  expect(code).toBe(1);
  expect(stderr.trimEnd().split('\n')).toEqual([
    `${file}, line 2: dataDir: the environment variable UNSET is not set`,
    expect.stringContaining(`${file}, line 1: listen.port: expected an integer`),
    expect.stringContaining(`${file}, line 5: partners[0].url: `),
    expect.stringContaining(`${file}, line 5: partners[0].timeoutMs: expected an integer`),
    expect.stringContaining(`${file}, line 3: lisen: unknown key`),
  ]);
});
