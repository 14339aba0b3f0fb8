import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { writeDocuments } from '../../deploy/build/documents.ts';
import { cleanUp, ROOT, temporaryFolder } from '../process.ts';

let folder: string;
beforeAll(async () => {
  folder = join(temporaryFolder(), 'doc');
  writeDocuments(folder);
});
afterAll(cleanUp);

const textOf = (name: string): string => {
  const bytes = readFileSync(join(folder, name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};

const TERMS = 'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION';

const IN_DEBIAN =
  'Apache License, Version 2.0: its text is in /usr/share/common-licenses/Apache-2.0.';

describe('the documents of the package', () => {
  test('state the licence of the program and of the packages in it', () => {
    const copyright = textOf('copyright');
    expect(copyright).toStartWith(`Parley\n\n${IN_DEBIAN}\n`);
    expect(copyright).toContain('preact 11.2.0: MIT');
    // Packages under both licences keep the other one.
    const [, own = ''] = copyright.split(/^@modelcontextprotocol\/server .*\n=+$/m);
    const [text = ''] = own.split(/^={80}$/m);
    for (const part of ['licensing transition', IN_DEBIAN, '\nMIT License\n']) {
      expect(text).toContain(part);
    }
  });

  test('have the text of the Apache License nowhere, since every Debian has it', () => {
    expect(readFileSync(join(ROOT, 'LICENSE'), 'utf8')).toContain(TERMS);
    expect(textOf('copyright').toUpperCase()).not.toContain(TERMS);
    expect(textOf('copyright')).not.toContain('How to apply the Apache License');
  });
});
