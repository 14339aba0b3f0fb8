import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, temporaryFolder } from '../../process.ts';

/** A Parley of another version: its journals, tokens, tables and reports have a dimension more. */
export type NewVersion = {
  readonly command: string;
  readonly version: string;
};

/** The dimension: a page, or '' for all that machines of before have sold and counted. */
export const NEW_DIMENSION = { name: 'channel', value: 'site' } as const;

const VERSION = '99.0.0-next';
const COPIED = ['src', 'bin', 'kit', 'examples', 'package.json', 'tsconfig.json'];

const DIMENSION = `${NEW_DIMENSION.name}: {
    columnBytesMax: SHORT,
    inToken: { values: ['', 'app', '${NEW_DIMENSION.value}'] },
    ofRequest: ({ wire }) => (wire.app === undefined ? '${NEW_DIMENSION.value}' : 'app'),
  },
`;
const WORDS = `${NEW_DIMENSION.name}: { name: 'Channel', meaning: 'A page or an app', none: UNKNOWN },\n`;

/** A copy of this checkout, as its next version may be. It runs with the same packages. */
export function makeNewVersion(): NewVersion {
  const folder = temporaryFolder();
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  replaceIn(join(folder, 'package.json'), /"version": "[^"]+"/, `"version": "${VERSION}"`);
  replaceIn(join(folder, 'src/core/sale/dimensions.ts'), /(?=\} as const satisfies)/, DIMENSION);
  replaceIn(join(folder, 'src/core/sale/dimension-words.ts'), /(?=reason: \{)/, WORDS);
  const command = join(folder, 'bin/parley');
  return { command, version: VERSION };
}

function replaceIn(file: string, pattern: RegExp, text: string): void {
  const before = readFileSync(file, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} has no ${pattern}`);
  writeFileSync(file, before.replace(pattern, text));
}
