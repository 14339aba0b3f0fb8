import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../test/command.ts';
import { openLedger } from '../../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { freePort } from '../../host/http/free-port.ts';
import { SCHEMA_VERSION } from '../../ledger/schema.ts';
import { report } from './report.ts';

afterAll(cleanUp);

const inFolder = (folder: string, ...args: readonly string[]) =>
  runCommand(report, args, { PARLEY_DATA_DIR: folder });

async function folderWithLedger() {
  const folder = temporaryFolder();
  const database = await openLedger({ kind: 'sqlite', file: join(folder, 'parley.db') });
  return { folder, database };
}

describe('parley report', () => {
  test('exits 1 where there is nothing to report from', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'parley.db');
    expect(await inFolder(folder)).toEqual({
      code: 1,
      stdout: '',
      stderr: `parley report: nothing was recorded yet: there is no ${file}\n`,
    });
    writeFileSync(file, '');
    expect(await inFolder(folder)).toMatchObject({
      code: 1,
      stderr: 'parley report: nothing was recorded yet: the database has no tables\n',
    });
    writeFileSync(file, 'not a database'.repeat(100));
    const broken = await inFolder(folder);
    expect(broken.code).toBe(1);
    const name = `parley report: the database ${file}`;
    expect(broken.stderr).toBe(`${name}: file is not a database\n`);
  });

  test('says of a Postgres that is away where it was looked for, and no password', async () => {
    const address = `127.0.0.1:${freePort('127.0.0.1')}`;
    const DATABASE_URL = `postgres://ada:secret@${address}/parley`;
    const { code, stderr } = await runCommand(report, [], { DATABASE_URL });
    expect(code).toBe(1);
    expect(stderr).toStartWith(`parley report: the database at ${address}: `);
    expect(stderr).not.toContain('secret');
  });

  test('exits 1 where the ledger is of another version', async () => {
    const { folder, database } = await folderWithLedger();
    await database.query('update schema_version set version = $1', [SCHEMA_VERSION + 1]);
    const newer = await inFolder(folder);
    expect([newer.code, newer.stdout]).toEqual([1, '']);
    expect(newer.stderr).toContain(`version ${SCHEMA_VERSION + 1}`);
  });
});
