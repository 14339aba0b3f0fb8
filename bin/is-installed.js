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

const recorded = packagesIn('node_modules/.package-lock.json');

/** A link to a workspace has neither version nor integrity: npm's record of it is what tells that it is installed. */
function isInstalled([path, { version, integrity }]) {
  const record = recorded[path];
  return (
    record !== undefined &&
    record.version === version &&
    record.integrity === integrity &&
    existsSync(path)
  );
}

const expected = Object.entries(packagesIn('package-lock.json')).filter(
  ([path, { dev, optional }]) =>
    path !== '' &&
    !(optional === true && recorded[path] === undefined) &&
    !(dev === true && !isDevIncluded),
);
process.exitCode = expected.every(isInstalled) ? 0 : 1;
