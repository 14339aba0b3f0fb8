import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isBackup } from './backup.ts';

const DATED = /^\d{4}-\d{2}-\d{2}T\d{6}Z$/;

/** The name of a backup by its time, like 2026-11-15T033000Z: sorted by name is sorted by time. */
export function backupNameAt(at: Date): string {
  return `${at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(':', '')}Z`;
}

/**
 * Removes the dated backups of a folder that are older than the newest `kept` ones, and returns their names. Only
 * complete ones count; what a killed backup has left goes with those around it. The one that was just made stays, also
 * where the clock was ahead before.
 */
export function pruneBackups(folder: string, kept: number, made: string): readonly string[] {
  const dated = readdirSync(folder)
    .filter((name) => DATED.test(name))
    .sort()
    .reverse();
  const oldest = dated.filter((name) => isBackup(join(folder, name)))[kept - 1];
  if (oldest === undefined) return [];
  const outdated = dated.filter((name) => name < oldest && name !== made);
  for (const name of outdated) rmSync(join(folder, name), { recursive: true });
  return outdated;
}
