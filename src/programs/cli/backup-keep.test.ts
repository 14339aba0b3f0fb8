import { afterAll, afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../test/command.ts';
import { openLedger } from '../../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { backup, restore } from './backup.ts';

afterAll(cleanUp);
afterEach(() => {
  setSystemTime();
});

async function dataFolder(): Promise<string> {
  const folder = temporaryFolder();
  await openLedger({ kind: 'sqlite', file: join(folder, 'parley.db') });
  return folder;
}

/** `parley backup --keep` at this time. */
function backUpAt(time: string, data: string, folder: string, kept: string) {
  setSystemTime(new Date(time));
  return runCommand(backup, ['--keep', kept, folder], { PARLEY_DATA_DIR: data });
}

const day = (number: number) => `2026-11-${number}T03:30:00.750Z`;

describe('parley backup --keep', () => {
  test('makes a backup called by the time, which can be restored', async () => {
    const [data, folder, restored] = [await dataFolder(), temporaryFolder(), temporaryFolder()];
    const made = join(folder, '2026-11-15T033000Z');
    expect(await backUpAt(day(15), data, folder, '2')).toEqual({
      code: 0,
      stdout: `${data} is copied to ${made}\n`,
      stderr: '',
    });
    const { code } = await runCommand(restore, [made], { PARLEY_DATA_DIR: restored });
    expect(code).toBe(0);
    expect(existsSync(join(restored, 'parley.db'))).toBe(true);
  });

  test('keeps the newest, and all that people have named', async () => {
    const [data, folder] = [await dataFolder(), temporaryFolder()];
    for (const name of ['before', '2026-11-01', '2026-11-01T033000Z.old']) {
      mkdirSync(join(folder, name));
    }
    for (const number of [11, 12, 13]) await backUpAt(day(number), data, folder, '2');
    const { stdout } = await backUpAt(day(14), data, folder, '2');
    expect(stdout).toEndWith(`${join(folder, '2026-11-12T033000Z')} is removed\n`);
    expect(readdirSync(folder).sort()).toEqual([
      '2026-11-01',
      '2026-11-01T033000Z.old',
      '2026-11-13T033000Z',
      '2026-11-14T033000Z',
      'before',
    ]);
  });

  test('that fails leaves nothing of its own, and removes no other', async () => {
    const [data, folder] = [await dataFolder(), temporaryFolder()];
    for (const number of [11, 12]) await backUpAt(day(number), data, folder, '2');
    writeFileSync(join(data, 'parley.db'), 'no database');
    rmSync(join(data, 'parley.db-wal'), { force: true });
    const { code, stderr } = await backUpAt(day(13), data, folder, '1');
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not copied to ')]);
    expect(readdirSync(folder).sort()).toEqual(['2026-11-11T033000Z', '2026-11-12T033000Z']);
  });
});
