import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from '../../package.json';
import { ConfigFault, loadConfig } from '../config/config.ts';
import { backUp, restore as restoreBackup } from '../ledger/backup.ts';
import { databaseLocationOf } from '../ledger/locations.ts';
import { lockDataDir } from '../supervisor/data-lock.ts';
import { type Fail, failOf } from './command.ts';

const BACKUP_HELP = `Copies the data folder of this folder's config, also while a server runs

Usage: parley backup <folder>

The folder is created; it gets the database, the journals and the key of the notices, readable for this user only.
The config is not part of it. With Postgres use pg_dump: docs/deploy/upgrade.md.
`;

const RESTORE_HELP = `Puts a backup into the data folder of this folder's config, which must have no database

Usage: parley restore <folder>
`;

/** `parley backup <folder>` */
export async function backup(args: readonly string[]): Promise<void> {
  const fail = failOf('backup');
  const given = readArguments(args, BACKUP_HELP, fail);
  if (given === undefined) return;
  const { target: folder, dataDir } = given;
  const location = databaseLocationOf(given);
  if (location.kind !== 'sqlite') {
    return fail('the ledger is in Postgres: use pg_dump, as docs/deploy/upgrade.md says', 1);
  }
  if (!existsSync(location.file)) return fail(`there is no ${location.file} to copy`, 1);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return fail(`${folder} is not empty`, 1);
  try {
    backUp(dataDir, folder, { parley: version, at: new Date().toISOString() });
    process.stdout.write(`${dataDir} is copied to ${folder}\n`);
  } catch (error) {
    fail(`the copy in ${folder} is not complete: ${(error as Error).message}`, 1);
  }
}

/** `parley restore <folder>` */
export async function restore(args: readonly string[]): Promise<void> {
  const fail = failOf('restore');
  const given = readArguments(args, RESTORE_HELP, fail);
  if (given === undefined) return;
  const lock = lockDataDir(given.dataDir);
  if ('reason' in lock) return fail(lock.reason, 1);
  try {
    const restored = restoreBackup(given.target, given.dataDir);
    if ('reason' in restored) return fail(restored.reason, 1);
    process.stdout.write(`${given.dataDir} is as it was at ${restored.at}\n`);
  } catch (error) {
    fail(`${given.dataDir} is not complete: ${(error as Error).message}`, 1);
  } finally {
    lock.release();
  }
}

function readArguments(args: readonly string[], help: string, fail: Fail) {
  const [target, ...others] = args;
  if (target === '--help' || target === '-h') {
    process.stdout.write(help);
    return undefined;
  }
  if (target === undefined || target.startsWith('-') || others.length > 0) {
    fail(`expected one folder, but got ${args.join(' ') || 'nothing'}`, 2);
    return undefined;
  }
  const config = loadConfig(process.env, process.cwd());
  if (config instanceof ConfigFault) {
    fail(config.message, 1);
    return undefined;
  }
  return { target: resolve(target), dataDir: config.dataDir, databaseUrl: config.databaseUrl };
}
