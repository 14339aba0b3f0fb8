import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../test/command.ts';
import { openLedger } from '../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { freePort } from '../http/free-port.ts';
import { SCHEMA_VERSION } from '../ledger/schema.ts';
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
    expect(broken.stderr).toStartWith(`${name}: the file of the database is damaged. Stop Parley`);
  });

  test('says of a Postgres that is away where it was looked for, what to do, and no password', async () => {
    const address = `127.0.0.1:${freePort('127.0.0.1')}`;
    const DATABASE_URL = `postgres://ada:secret@${address}/parley`;
    const { code, stderr } = await runCommand(report, [], { DATABASE_URL });
    expect(code).toBe(1);
    expect(stderr).toStartWith(`parley report: the database at ${address}: nothing answers at `);
    expect(stderr).toContain('. Start Postgres, ');
    expect(stderr).not.toContain('secret');
  });

  test('exits 1 where the config is wrong, or the ledger is of another version', async () => {
    const gone = await runCommand(report, [], { PARLEY_CONFIG: '/nonexistent/parley.yaml' });
    expect(gone.code).toBe(1);
    expect(gone.stderr).toContain('/nonexistent/parley.yaml cannot be read');
    const { folder, database } = await folderWithLedger();
    await database.query('update schema_version set version = $1', [SCHEMA_VERSION + 1]);
    const newer = await inFolder(folder);
    expect([newer.code, newer.stdout]).toEqual([1, '']);
    expect(newer.stderr).toContain(`version ${SCHEMA_VERSION + 1}`);
  });

  test('prints a table, or JSON, of the time and the dimensions that are asked for', async () => {
    const { folder } = await folderWithLedger();
    const table = await inFolder(folder);
    expect([table.code, table.stderr]).toEqual([0, '']);
    expect(table.stdout).toStartWith('publisher  partner  ');
    expect(table.stdout).toEndWith('nothing was recorded in this time\n');
    const json = await inFolder(
      folder,
      ...['--by', 'day, campaign', '--from', '2026-11-01', '--to', '2026-11-02'],
      ...['--where', 'partner=a=b', '--format', 'json'],
    );
    expect(json.code).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({
      rows: [],
      from: expect.stringContaining('2026-11-01'),
    });
  });

  test('explains itself', async () => {
    const { code, stdout, stderr } = await runCommand(report, ['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Usage: parley report [options]');
  });

  const REFUSED: Readonly<Record<string, readonly string[]>> = {
    '--format: expected one of table, csv, json, but got "xml"': ['--format', 'xml'],
    '--where: expected a name and a value like partner=acme, but got "acme"': ['--where', 'acme'],
    '--where: expected a name and a value like partner=acme, but got "=x"': ['--where', '=x'],
    '--last: expected': ['--last', 'long'],
    "Unknown option '--colour'": ['--colour'],
  };
  for (const [reason, args] of Object.entries(REFUSED)) {
    test(`refuses with exit code 2: ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runCommand(report, args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toStartWith(`parley report: ${reason}`);
    });
  }

  test('refuses a dimension that does not exist with exit code 2', async () => {
    const { folder } = await folderWithLedger();
    const { code, stderr } = await inFolder(folder, '--by', 'colour');
    expect(code).toBe(2);
    expect(stderr).toContain('but got "colour"');
  });
});
