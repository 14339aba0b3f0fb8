import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from '../../../package.json';
import { command, type Fail, onlyOne } from '../../host/command/command.ts';
import { misfit } from '../../host/command/option-values.ts';
import { withProgress } from '../../host/command/progress.ts';
import { ConfigFault, loadConfig } from '../../host/config/config.ts';
import { lockDataDir } from '../../host/machine/data-lock.ts';
import {
  backUp,
  backupNameAt,
  pruneBackups,
  restore as restoreBackup,
} from '../../ledger/backup.ts';
import { databaseLocationOf } from '../../ledger/data-folder.ts';

const KEPT_MAX = 10_000;

const BACKUP_HELP = `Copies the data folder of this folder's config, also while a server runs

Usage: parley backup [options] <folder>

  folder           is created; it gets the database, the journals and the key of the notices, readable for this
                   user only
  --keep <number>  makes the backup in a new folder in that one, called by the time, and keeps only the newest of
                   such folders: 1 to ${KEPT_MAX}
  --help           this text

The config is not part of it. With Postgres use pg_dump: docs/deploy/backup.md.
`;

const RESTORE_HELP = `Puts a backup into the data folder of this folder's config, which must have no database

Usage: parley restore <folder>

  folder  has the backup
  --help  this text

What was stored after the backup is gone then: docs/deploy/backup.md.
`;

/** `parley backup <folder>` */
export const backup = command({
  name: 'backup',
  help: BACKUP_HELP,
  options: { keep: { type: 'string' } },
  read({ keep }, positionals) {
    const kept = keep === undefined ? undefined : Number(keep);
    if (kept !== undefined && !(Number.isInteger(kept) && kept >= 1 && kept <= KEPT_MAX)) {
      throw misfit('keep', `an integer from 1 to ${KEPT_MAX}`, keep ?? '');
    }
    return { folder: folderIn(positionals), kept };
  },
  async run(asked, fail) {
    const config = loadConfig(process.env, process.cwd());
    if (config instanceof ConfigFault) return fail(config.message, 1);
    const location = databaseLocationOf(config);
    if (location.kind !== 'sqlite') {
      return fail('the ledger is in Postgres: use pg_dump, as docs/deploy/backup.md says', 1);
    }
    if (!existsSync(location.file)) return fail(`there is no ${location.file} to copy`, 1);
    const at = new Date();
    const name = backupNameAt(at);
    const target = asked.kept === undefined ? asked.folder : join(asked.folder, name);
    if (existsSync(target) && readdirSync(target).length > 0) {
      return fail(`${target} is not empty`, 1);
    }
    try {
      const about = { parley: version, at: at.toISOString() };
      await withProgress('waiting for the database', (tell) =>
        backUp(config.dataDir, target, about, tell),
      );
      process.stdout.write(`${config.dataDir} is copied to ${target}\n`);
    } catch (error) {
      return fail(`${config.dataDir} is not copied to ${target}: ${(error as Error).message}`, 1);
    }
    if (asked.kept !== undefined) prune(asked.folder, asked.kept, name, fail);
  },
});

function prune(folder: string, kept: number, newest: string, fail: Fail): void {
  try {
    const removed = pruneBackups(folder, kept, newest);
    for (const old of removed) process.stdout.write(`${join(folder, old)} is removed\n`);
  } catch (error) {
    fail(`old backups cannot be removed: ${(error as Error).message}`, 1);
  }
}

/** `parley restore <folder>` */
export const restore = command({
  name: 'restore',
  help: RESTORE_HELP,
  read: (_, positionals) => folderIn(positionals),
  async run(folder, fail) {
    const config = loadConfig(process.env, process.cwd());
    if (config instanceof ConfigFault) return fail(config.message, 1);
    const { dataDir } = config;
    const lock = lockDataDir(dataDir);
    if ('reason' in lock) return fail(lock.reason, 1);
    try {
      const restored = await withProgress('reading the backup', (tell) =>
        restoreBackup(folder, dataDir, tell),
      );
      if ('reason' in restored) return fail(restored.reason, 1);
      process.stdout.write(
        `${dataDir} is as it was at ${restored.at}\nSales after that are gone, and notices for them still count: wins can exceed sold (docs/deploy/backup.md)\n`,
      );
    } catch (error) {
      fail(`${dataDir} is not complete: ${(error as Error).message}`, 1);
    } finally {
      lock.release();
    }
  },
});

function folderIn(positionals: readonly string[]): string {
  const folder = onlyOne('folder', positionals);
  if (folder === undefined) throw new Error('expected one folder, but got nothing');
  return resolve(folder);
}
