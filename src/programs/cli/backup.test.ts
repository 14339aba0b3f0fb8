import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { runCommand } from '../../../test/command.ts';
import { openLedger } from '../../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { lockDataDir } from '../../host/machine/data-lock.ts';
import { journalFolderOf } from '../../ledger/data-folder.ts';
import { SCHEMA_VERSION } from '../../ledger/schema.ts';
import { backup, restore } from './backup.ts';

afterAll(cleanUp);

const KEY = 'a-key-of-the-folder-0123456789abcdef';

/** A data folder with a ledger and the key of notices. */
async function dataFolder(): Promise<string> {
  const folder = temporaryFolder();
  const database = await openLedger({ kind: 'sqlite', file: join(folder, 'parley.db') });
  await database.query("insert into calls values ('k', 'h', '{}', 1)");
  writeFileSync(join(folder, 'notice-key'), KEY, { mode: 0o600 });
  return folder;
}

const backUp = (data: string, ...args: readonly string[]) =>
  runCommand(backup, args, { PARLEY_DATA_DIR: data });
const putBack = (data: string, ...args: readonly string[]) =>
  runCommand(restore, args, { PARLEY_DATA_DIR: data });

const newFolder = () => join(temporaryFolder(), 'new');

describe('parley backup', () => {
  test('copies what parley restore brings back', async () => {
    const [data, copy, restored] = [await dataFolder(), newFolder(), newFolder()];
    expect(await backUp(data, copy)).toEqual({
      code: 0,
      stdout: `${data} is copied to ${copy}\n`,
      stderr: '',
    });
    const manifest = JSON.parse(readFileSync(join(copy, 'backup.json'), 'utf8'));
    expect(manifest).toEqual({ parley: version, ledger: SCHEMA_VERSION, at: expect.any(String) });
    for (const name of ['parley.db', 'notice-key', 'backup.json']) {
      expect(statSync(join(copy, name)).mode & 0o077).toBe(0);
    }
    expect(await putBack(restored, copy)).toEqual({
      code: 0,
      stdout: `${restored} is as it was at ${manifest.at}\nSales after that are gone, and notices for them still count: wins can exceed sold (docs/deploy/backup.md)\n`,
      stderr: '',
    });
    expect(readFileSync(join(restored, 'notice-key'), 'utf8')).toBe(KEY);
    expect(existsSync(journalFolderOf(restored))).toBe(true);
    const again = await openLedger({ kind: 'sqlite', file: join(restored, 'parley.db') });
    expect(await again.query('select key from calls')).toEqual([{ key: 'k' }]);
  });

  test('exits 1 where there is nothing to copy, or no room for it', async () => {
    const [data, empty, taken] = [await dataFolder(), temporaryFolder(), temporaryFolder()];
    expect(await backUp(empty, newFolder())).toEqual({
      code: 1,
      stdout: '',
      stderr: `parley backup: there is no ${join(empty, 'parley.db')} to copy\n`,
    });
    writeFileSync(join(taken, 'something'), '');
    expect(await backUp(data, taken)).toEqual({
      code: 1,
      stdout: '',
      stderr: `parley backup: ${taken} is not empty\n`,
    });
    const file = join(taken, 'something', 'below');
    const impossible = await backUp(data, file);
    expect(impossible.code).toBe(1);
    expect(impossible.stderr).toStartWith(`parley backup: ${data} is not copied to ${file}: `);
  });

  test('exits 1 where the ledger is in Postgres', async () => {
    const { code, stderr } = await runCommand(backup, [newFolder()], {
      DATABASE_URL: 'postgres://nowhere/db',
      PARLEY_CONFIG: configWithKey(),
    });
    expect([code, stderr]).toEqual([
      1,
      'parley backup: the ledger is in Postgres: use pg_dump, as docs/deploy/backup.md says\n',
    ]);
  });
});

function configWithKey(): string {
  const file = join(temporaryFolder(), 'parley.yaml');
  writeFileSync(file, `notices: { keys: [${KEY}] }\n`);
  return file;
}

describe('parley restore', () => {
  test('exits 1 and changes nothing where the folder has a database, or is in use', async () => {
    const [data, copy] = [await dataFolder(), newFolder()];
    await backUp(data, copy);
    const taken = await putBack(data, copy);
    expect(taken.code).toBe(1);
    expect(taken.stderr).toBe(
      `parley restore: ${join(data, 'parley.db')} exists: move the data folder away first\n`,
    );
    const busy = newFolder();
    mkdirSync(busy);
    const lock = lockDataDir(busy);
    if ('reason' in lock) throw new Error(lock.reason);
    const refused = await putBack(busy, copy);
    lock.release();
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('in use')]);
    expect(existsSync(join(busy, 'parley.db'))).toBe(false);
    // The lock of the first try was released, though it failed.
    expect((await putBack(busy, copy)).code).toBe(0);
  });

  test('exits 1 where the folder is no complete backup, or one of another version', async () => {
    const copy = temporaryFolder();
    const reason = `parley restore: ${copy} is no complete backup: it has no readable backup.json\n`;
    expect(await putBack(newFolder(), copy)).toEqual({ code: 1, stdout: '', stderr: reason });
    const newer = { parley: '9.9.9', ledger: SCHEMA_VERSION + 1, at: 'now' };
    writeFileSync(join(copy, 'backup.json'), JSON.stringify(newer));
    const { code, stderr } = await putBack(newFolder(), copy);
    expect([code, stderr]).toEqual([1, expect.stringContaining('restore it with Parley 9.9.9')]);
    writeFileSync(join(copy, 'backup.json'), JSON.stringify({ ...newer, ledger: 1 }));
    const incomplete = await putBack(newFolder(), copy);
    expect(incomplete.code).toBe(1);
    expect(incomplete.stderr).toContain('is not complete: ');
  });
});
