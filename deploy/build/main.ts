/** `npm run build`: makes the files of a release. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExecutable } from './executable.ts';

const HELP = `Makes the single-file executable

Usage: npm run build -- [options]

  --out <folder>   where to put it (dist)
  --help           this text
`;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(import.meta.dir, '../../dist') },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else {
  const file = join(resolve(values.out), 'parley');
  await buildExecutable(file);
  tell(file);
}

function tell(file: string): void {
  const bytes = readFileSync(file);
  const hash = createHash('sha256').update(bytes).digest('hex');
  process.stdout.write(`${file}: ${bytes.length} bytes, sha256 ${hash}\n`);
}
