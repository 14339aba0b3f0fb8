import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../../src/ledger/migrate.ts';
import { ROOT, temporaryFolder } from '../process.ts';

/** A Parley of another version: its ledger is one step ahead, and its journals, tokens and reports have a dimension more. */
export type NewVersion = {
  readonly command: string;
  readonly version: string;
  readonly schemaVersion: number;
};

/** The dimension: a page, or '' for all that machines of before have sold and counted. */
export const NEW_DIMENSION = { name: 'channel', value: 'site' } as const;

const VERSION = '99.0.0-next';
const COPIED = ['src', 'bin', 'kit', 'examples', 'package.json', 'tsconfig.json'];

const NEXT_STEP = `import type { Migration } from './0.1.ts';

export const nextStep: Migration = () => [
  'alter table facts add column remark text',
  'create table remarks (id bigint primary key, remark text not null)',
];
`;

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
  const migrations = join(folder, 'src/ledger/migrations');
  writeFileSync(join(migrations, 'next-step.ts'), NEXT_STEP);
  const all = join(migrations, 'all.ts');
  replaceIn(all, /^/, "import { nextStep } from './next-step.ts';\n");
  replaceIn(all, /\];\s*$/, '  nextStep,\n];\n');
  replaceIn(join(folder, 'src/sale/dimensions.ts'), /(?=\} as const satisfies)/, DIMENSION);
  replaceIn(join(folder, 'src/sale/dimension-words.ts'), /(?=reason: \{)/, WORDS);
  const command = join(folder, 'bin/parley');
  return { command, version: VERSION, schemaVersion: SCHEMA_VERSION + 1 };
}

function replaceIn(file: string, pattern: RegExp, text: string): void {
  const before = readFileSync(file, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} has no ${pattern}`);
  writeFileSync(file, before.replace(pattern, text));
}
