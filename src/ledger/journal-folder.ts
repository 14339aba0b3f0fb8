import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { journalFolderOf } from './locations.ts';
import type { LedgerFault } from './open-schema.ts';
import { readSegmentName } from './segments.ts';

const { R_OK, W_OK, X_OK } = constants;

/**
 * Why the journals cannot be kept in the data folder, which a start finds out before callers do: every notice would get
 * a 503. The folder is created where it is missing.
 */
export function journalFolderFault(
  dataDir: string,
  access: typeof accessSync = accessSync,
): LedgerFault | undefined {
  const folder = journalFolderOf(dataDir);
  let path = folder;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    access(folder, R_OK | W_OK | X_OK);
    for (const name of readdirSync(folder)) {
      if (readSegmentName(name) === undefined) continue;
      path = join(folder, name);
      access(path, R_OK);
    }
    return undefined;
  } catch (error) {
    return { reason: `The journals cannot be kept: ${path}: ${(error as Error).message}.` };
  }
}
