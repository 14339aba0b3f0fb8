import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../test/command.ts';
import { journalOf, openLedger } from '../../../test/ledger/ledger.ts';
import { factEntry } from '../../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { MONTH, record, sold } from '../../../test/statements/support.ts';
import type { Database } from '../../lib/sql/database.ts';
import { PUBLISHER } from '../../store/account-kinds.ts';
import { createStore } from '../../store/store.ts';
import { statement } from './command.ts';

afterAll(cleanUp);

const CONFIG = `
auction: { rates: { EUR: 1.25 } }
publishers: [{ id: pub-1, currency: EUR }]
partners: [{ name: acme, kind: openrtb, url: "https://dsp.example" }]
`;

async function folderWithSale() {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'parley.yaml'), CONFIG);
  const dataDir = join(folder, 'data');
  const database = await openLedger({ kind: 'sqlite', file: join(dataDir, 'parley.db') });
  await record(database, [sold({ id: 'a', price: 2_500_000_000 })]);
  const asked = (...args: readonly string[]) =>
    runCommand(statement, [MONTH, ...args], { PARLEY_CONFIG: join(folder, 'parley.yaml') });
  return { asked, dataDir, database };
}

const BY = { who: 'ann', role: 'admin' };

/** A publisher that was in the store, and is not there any more. */
async function removed(database: Database, id: string, currency: string): Promise<void> {
  const store = createStore({
    database: () => database,
    nowMs: Date.now,
    newId: () => id,
    ofConfig: () => undefined,
    countOfConfig: () => 0,
    refresh: async () => {},
  });
  await store.create(PUBLISHER, { id, currency }, BY);
  await store.change(PUBLISHER, id, {
    action: 'delete',
    by: BY,
    next: () => ({ state: 'deleted' }),
  });
}

describe('parley statement', () => {
  test('lists all accounts, and closes a month', async () => {
    const { asked, database } = await folderWithSale();
    expect((await asked()).stdout).toMatch(/^publisher,pub-1,1\.75,,EUR\r?$/m);
    const closed = await asked('--close');
    expect([closed.code, closed.stderr]).toEqual([0, '']);
    expect(closed.stdout).toMatch(/^publisher,pub-1,1\.75,1\.40,EUR\r?$/m);
    await record(database, [sold({ id: 'late' })]);
    expect(await asked('--close')).toEqual(closed);
    const [audit] = await database.query('select who, kind, id from history');
    expect(audit).toEqual({ who: 'parley statement', kind: 'closed-month', id: MONTH });
  });

  test('states in the currency that was agreed, also of an account that was removed', async () => {
    const { asked, database } = await folderWithSale();
    await record(database, [sold({ id: 'b', publisher: 'gone', price: 2_500_000_000 })]);
    await removed(database, 'gone', 'EUR');
    expect((await asked('--close')).stdout).toMatch(/^publisher,gone,1\.75,1\.40,EUR\r?$/m);
  });

  test('does not close a month while journals of this folder are not drained and no server runs', async () => {
    const { asked, dataDir } = await folderWithSale();
    mkdirSync(join(dataDir, 'journals'), { recursive: true });
    await journalOf(join(dataDir, 'journals'), [factEntry(sold({ id: 'undrained' }))]);
    const { code, stderr } = await asked('--close');
    expect(code).toBe(1);
    expect(stderr).toMatch(/the journals under .* have \d+ bytes that are not in the database/);
  });

  test('exits 1 where nothing is on record', async () => {
    const { asked } = await folderWithSale();
    expect(await asked('--publisher', 'nobody')).toMatchObject({
      code: 1,
      stderr: `parley statement: nothing is on record of publisher nobody for ${MONTH}\n`,
    });
    const folder = temporaryFolder();
    const none = await runCommand(statement, [MONTH], { PARLEY_DATA_DIR: folder });
    expect(none.stderr).toStartWith('parley statement: nothing was recorded yet');
  });
});
