import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { readSourceFiles, withoutComments } from '../../test/source-files.ts';
import { ownCommand } from './own-command.ts';

afterAll(cleanUp);

test('commands are called by parley-service where the Debian package has put it, elsewhere by parley', () => {
  const file = join(temporaryFolder(), 'parley-service');
  expect(ownCommand(file)).toBe('parley');
  writeFileSync(file, '');
  expect(ownCommand(file)).toBe('parley-service');
});

/** Commands name themselves in their help and in the audit. */
const OF_COMMANDS = 'src/cli/';
const BARE = /\bparley (?:backup|campaigns|check|rates|replay|report|restore|statement)\b/g;

test('no sentence outside of the commands advises a command that a packaged server does not mean', () => {
  const advised = readSourceFiles('src')
    .filter(({ path }) => !path.includes('.test.') && !path.startsWith(OF_COMMANDS))
    .flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(BARE)].map(([words]) => `${path}: ${words}`),
    );
  expect(advised).toEqual([]);
});
