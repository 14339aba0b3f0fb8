import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import { runCommand } from '../../../test/command.ts';
import { openLedger } from '../../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { accountsIn } from '../../../test/store/accounts.ts';
import type { Database } from '../../lib/sql/database.ts';
import { CAMPAIGN, partnerOf } from '../../store/campaign-kind.ts';
import { readRecords } from '../../store/store.ts';
import { campaigns } from './command.ts';

const CONFIG = `
partners:
  - { name: own, kind: campaigns, store: true }
  - { name: checked, kind: campaigns, store: true, approval: true }
  - { name: acme, kind: openrtb, url: "https://dsp.example/" }
`;

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(join(folder, 'parley.yaml'), CONFIG);
  database = await openLedger({ kind: 'sqlite', file: join(folder, 'data/parley.db') });
});
afterAll(cleanUp);

const inFolder = (...args: readonly string[]) =>
  runCommand(campaigns, args, { PARLEY_CONFIG: join(folder, 'parley.yaml') });

function fileWith(...ids: readonly string[]): string {
  const file = join(temporaryFolder(), 'ads.yaml');
  writeFileSync(file, stringify({ campaigns: ids.map((id) => campaignOf({ id })) }));
  return file;
}

const readPartner = async (partner: string) =>
  (await readRecords(database.query, CAMPAIGN)).filter((one) => partnerOf(one) === partner);

const statesOf = async (partner: string) =>
  Object.fromEntries(
    (await readPartner(partner)).map(({ definition, state }) => [definition.id, state]),
  );

const idsIn = (text: string) =>
  (parse(text).campaigns as readonly { readonly id: string }[]).map(({ id }) => id);

describe('parley campaigns import', () => {
  test('creates active campaigns, and says how many', async () => {
    expect(await inFolder('import', 'own', fileWith('a', 'b'))).toEqual({
      code: 0,
      stdout: '2 created, 0 changed, 0 unchanged\n',
      stderr: '',
    });
    expect(await statesOf('own')).toEqual({ a: 'active', b: 'active' });
    const [stored] = await readPartner('own');
    expect(stored?.changedBy).toBe('parley campaigns import');
  });

  test('gives new campaigns the state that is asked for, and leaves the others', async () => {
    const { stdout } = await inFolder('import', 'own', fileWith('b', 'c'), '--state', 'draft');
    expect(stdout).toBe('1 created, 0 changed, 1 unchanged\n');
    expect(await statesOf('own')).toEqual({ a: 'active', b: 'active', c: 'draft' });
  });

  test('leaves creatives waiting where the partner wants a review', async () => {
    await inFolder('import', 'checked', fileWith('a'));
    const [[own], [checked]] = [await readPartner('own'), await readPartner('checked')];
    const states = [own, checked].map((one) => Object.values(one?.kept.reviews ?? {})[0]?.state);
    expect(states).toEqual(['approved', 'waiting']);
  });

  test('takes the CSV of an export, and says with --preview what would change', async () => {
    const file = join(temporaryFolder(), 'ads.csv');
    await inFolder('export', 'checked', file);
    const text = readFileSync(file, 'utf8');
    expect(await inFolder('import', 'checked', file)).toMatchObject({
      stdout: '0 created, 0 changed, 1 unchanged\n',
    });
    writeFileSync(file, text.replace(/,(\d+),/, ',77,'));
    const preview = await inFolder('import', 'checked', file, '--preview');
    expect(preview.stdout).toMatch(/^a: cpm: \d+ → 77\n0 created, 1 changed, 0 unchanged\n$/);
    const [stored] = await readPartner('checked');
    expect(stored?.definition.cpm).not.toBe(77);
    writeFileSync(file, text.replace(/,(\d+),/, ',"8,50",'));
    const { code, stderr } = await inFolder('import', 'checked', file);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('ads.csv, line 2: a: cpm: expected'),
    ]);
  });

  test('lists every fault of every campaign with its line, and imports none', async () => {
    const file = join(temporaryFolder(), 'faulty.yaml');
    const faulty = [
      { ...campaignOf({ id: 'z1' }), cpm: 'much', domain: 'z' },
      campaignOf({ id: 'z2' }),
      { ...campaignOf({ id: 'z3' }), bugdet: 5 },
      campaignOf({ id: 'z2' }),
    ];
    writeFileSync(file, stringify({ campaigns: faulty }));
    const { code, stdout, stderr } = await inFolder('import', 'own', file);
    expect([code, stdout]).toEqual([1, '']);
    const told = stderr
      .trim()
      .split('\n')
      .map((line) => line.split(': ').slice(0, 2));
    expect(told).toEqual([
      [expect.stringMatching(/faulty\.yaml, line \d+$/), 'z1'],
      [expect.stringMatching(/faulty\.yaml, line \d+$/), 'z1'],
      [expect.stringMatching(/faulty\.yaml, line \d+$/), 'z3'],
      [expect.stringMatching(/faulty\.yaml, line \d+$/), 'z2'],
    ]);
    expect(await statesOf('own')).not.toHaveProperty('z2');
    writeFileSync(file, 'a: 1\na: 2\nb: 1\nb: 2\n');
    const twice = await inFolder('import', 'own', file);
    expect(twice.stderr.trim().split('\n')).toEqual([
      `${file}, line 2: Map keys must be unique`,
      `${file}, line 4: Map keys must be unique`,
    ]);
  });
});

describe('parley campaigns export', () => {
  test('prints all that are not archived, or those of one state', async () => {
    await accountsIn(database).setCampaign('own/a', 'archived');
    expect(idsIn((await inFolder('export', 'own')).stdout)).toEqual(['b', 'c']);
    expect(idsIn((await inFolder('export', 'own', '--state', 'draft')).stdout)).toEqual(['c']);
  });
});

describe('parley campaigns', () => {
  for (const partner of ['acme', 'nobody']) {
    test(`exits 1 for ${partner}, which has no campaigns in the store`, async () => {
      expect(await inFolder('export', partner)).toEqual({
        code: 1,
        stdout: '',
        stderr: `parley campaigns: the config has no partner "${partner}" with store: true\n`,
      });
    });
  }
});
