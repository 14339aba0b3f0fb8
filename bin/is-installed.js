/**
 * Exits 0 if every package of the lock file is installed in its version, by npm's own record of what it installed.
 * Packages for development count only with --include=dev; those for other systems, which npm leaves out, do not.
 */
import { existsSync, readFileSync } from 'node:fs';

const isDevIncluded = process.argv.includes('--include=dev');

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}

const installed = packagesIn('node_modules/.package-lock.json');
const missing = Object.entries(packagesIn('package-lock.json')).filter(
  ([path, { version, integrity, dev, optional }]) =>
    path !== '' &&
    !(optional === true && installed[path] === undefined) &&
    !(dev === true && !isDevIncluded) &&
    !(
      installed[path]?.version === version &&
      installed[path].integrity === integrity &&
      existsSync(path)
    ),
);
process.exitCode = missing.length === 0 ? 0 : 1;
