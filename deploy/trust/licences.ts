import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from './production-packages.ts';

const LICENCE_FILE = /^(licen[cs]e|copying|notice|dbip-license)([.-].*)?$/i;
const LINE = '='.repeat(80);

/** The licences of all packages: a list, then the text that each package ships with. */
export function licencesText(packages: readonly Package[]): string {
  const list = packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  const texts = packages.map((one) => {
    const files = readdirSync(one.folder)
      .filter((file) => LICENCE_FILE.test(file))
      .sort();
    const contents = files.map((file) => readFileSync(join(one.folder, file), 'utf8').trim());
    const body = contents.length === 0 ? 'The package has no licence file.' : contents.join('\n\n');
    return `${LINE}\n${one.name} ${one.version} (${one.licence})\n${LINE}\n\n${body}`;
  });
  return `Licences of the packages that Parley runs with.\n\n${list.join('\n')}\n\n${texts.join('\n\n')}\n`;
}
