/** `npm run build`: makes the files of a release. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withProgress } from '../../src/host/command/progress.ts';
import { makeContainerRoot } from './container-root.ts';
import { buildDebianPackage } from './debian-package.ts';
import { buildExecutable } from './executable.ts';
import { ROOT } from './programs.ts';

const HELP = `Makes the files of a release: the single-file executable

Usage: npm run build -- [options]

  --out <folder>   where to put it (dist)
  --deb            the Debian package too; needs dpkg-deb
  --container      the folder of a container image too, with its Containerfile
  --help           this text
`;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'dist') },
    container: { type: 'boolean', default: false },
    deb: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(HELP);
else {
  const folder = resolve(values.out);
  const executable = join(folder, 'parley');
  const total = 1 + [values.deb, values.container].filter(Boolean).length;
  let begun = 0;
  const step = <T>(what: string, make: () => T | Promise<T>) =>
    withProgress(`building ${what}, step ${++begun} of ${total}`, make);
  await step('the executable', () => buildExecutable(executable));
  tell(executable);
  if (values.deb) {
    tell(await step('the Debian package', () => buildDebianPackage(executable, folder)));
  }
  if (values.container) {
    const made = await step('the container', () => makeContainerRoot(executable, folder));
    process.stdout.write(`${made}: build the image there\n`);
  }
}

function tell(file: string): void {
  const bytes = readFileSync(file);
  const hash = createHash('sha256').update(bytes).digest('hex');
  process.stdout.write(`${file}: ${bytes.length} bytes, sha256 ${hash}\n`);
}
