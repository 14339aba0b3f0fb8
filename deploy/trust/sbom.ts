/** `npm run sbom`: writes the bill of materials and the licences of a release into dist/. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { name } from '../../package.json';
import { licencesText } from './licences.ts';
import { productionPackages, ROOT } from './production-packages.ts';

type Bill = {
  serialNumber?: string;
  readonly metadata: { timestamp?: string; readonly component: { name: string } };
  readonly components: readonly { readonly name: string }[];
};

/** CycloneDX, as npm writes it, without what differs between two builds of the same sources. */
function billOfMaterials(): Bill {
  const command = ['npm', 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, { cwd: ROOT });
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed:\n${stderr}`);
  const bill: Bill = JSON.parse(stdout.toString());
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  // npm takes the name of the folder.
  bill.metadata.component.name = name;
  return bill;
}

const dist = join(ROOT, 'dist');
mkdirSync(dist, { recursive: true });
const bill = billOfMaterials();
const packages = productionPackages();
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync(join(dist, 'LICENCES.txt'), licencesText(packages));
process.stdout.write(
  `dist/sbom.cdx.json: ${bill.components.length} components\ndist/LICENCES.txt: ${packages.length} packages\n`,
);
