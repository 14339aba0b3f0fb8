import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesText } from '../trust/licences.ts';
import { productionPackages } from '../trust/production-packages.ts';
import { ROOT } from './programs.ts';

/** From its heading to its last line; copies of it differ in spaces and in the marks of its lists. */
const APACHE_TERMS =
  /^ *Apache License\s+Version 2\.0, January 2004\s[\s\S]*?END OF TERMS AND CONDITIONS(?:\s+APPENDIX: How to apply[\s\S]*?limitations under the License\.)?/gm;

/** Every Debian has the text, and its policy wants packages to refer to it. */
const IN_DEBIAN =
  'Apache License, Version 2.0: its text is in /usr/share/common-licenses/Apache-2.0.';

/** /usr/share/doc/parley/copyright: the program contains the packages that it is made with. */
export function copyrightText(): string {
  const own = `Parley\n\n${readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim()}`;
  const all = `${own}\n\n${licencesText(productionPackages()).trimEnd()}\n`;
  return all.replace(APACHE_TERMS, IN_DEBIAN);
}
