import { Database as Sqlite } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import example from '../examples/request.json';
import { eventually } from './eventually.ts';
import {
  AMPLE_LIMITS,
  cleanUp,
  killGroup,
  run,
  type Serving,
  serve,
  temporaryFolder,
} from './process.ts';

afterAll(cleanUp);

async function parley(args: readonly string[], folder: string) {
  const process = run(args, { folder });
  const { code } = await process.exited;
  return { code, stdout: process.stdout(), stderr: process.stderr() };
}

/** Sells an impression and bills it; undefined where the server could not, which is then not counted. */
async function sellAndBill({ port }: Serving): Promise<number | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}/openrtb2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...example, id: crypto.randomUUID(), test: 0 }),
  });
  if (response.status !== 200) return undefined;
  const body = (await response.json()) as { seatbid: { bid: { price: number; burl: string }[] }[] };
  const won = body.seatbid[0]?.bid[0];
  const burl = won?.burl.replace('${AUCTION_PRICE}', String(won.price)) ?? '';
  return (await fetch(burl)).status === 204 ? won?.price : undefined;
}

/** What the ledger of this folder says is owed, in micros. */
async function spentMicros(folder: string): Promise<number> {
  const { stdout } = await parley(['report', '--by', 'day', '--format', 'json'], folder);
  const { totals } = JSON.parse(stdout) as { totals: { spend_usd: string } };
  return Math.round(Number(totals.spend_usd) * 1e6);
}

const micros = (prices: readonly number[]): number =>
  Math.round(prices.reduce((sum, price) => sum + price * 1000, 0));

/** A stop brings every journal into the database. */
async function startAndStop(folder: string): Promise<void> {
  const env = { PARLEY_DATA_DIR: join(folder, 'data') };
  const server = await serve(AMPLE_LIMITS, { folder, env });
  process.kill(server.pid, 'SIGTERM');
  await server.exited;
}

/** Whether nobody else can write to the database from now on. */
function isLocked(database: Sqlite): boolean {
  try {
    database.run('begin immediate');
    return true;
  } catch {
    return false;
  }
}

describe('parley backup and parley restore', () => {
  test('of a server under load: what was billed before is in the copy once, and nothing is there twice', async () => {
    const server = await serve(AMPLE_LIMITS);
    const folder = dirname(server.configFile);
    const billed: number[] = [];
    let isOver = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const price = await sellAndBill(server);
        if (price !== undefined) billed.push(price);
      }
    });
    await eventually(() => billed.length >= 50);
    const before = micros(billed);
    const copy = join(temporaryFolder(), 'copy');
    const { code, stderr } = await parley(['backup', copy], folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    isOver = true;
    await Promise.all(load);
    const after = micros(billed);

    const restored = temporaryFolder();
    writeFileSync(join(restored, 'parley.yaml'), AMPLE_LIMITS);
    expect((await parley(['restore', copy], restored)).code).toBe(0);
    await startAndStop(restored);
    const spent = await spentMicros(restored);
    expect(spent).toBeGreaterThanOrEqual(before);
    expect(spent).toBeLessThanOrEqual(after);
    for (const name of ['parley.db', 'notice-key']) {
      expect(statSync(join(copy, name)).mode & 0o077).toBe(0);
    }
    const busy = await parley(['restore', copy], folder);
    expect(busy.stderr).toContain('is in use by the Parley process');

    const taken = await parley(['restore', copy], restored);
    expect([taken.code, taken.stderr]).toEqual([
      1,
      `parley restore: ${join(restored, 'data/parley.db')} exists: move the data folder away first\n`,
    ]);
  });

  test('of a server that was killed: what only its journals have is counted, and nothing twice', async () => {
    const server = await serve(AMPLE_LIMITS);
    const folder = dirname(server.configFile);
    const billed: number[] = [];
    const billTen = async () => {
      const until = billed.length + 10;
      while (billed.length < until) {
        const price = await sellAndBill(server);
        if (price !== undefined) billed.push(price);
      }
    };
    await billTen();
    const copy = join(temporaryFolder(), 'copy');
    expect((await parley(['backup', copy], folder)).code).toBe(0);
    // Nothing reaches the database any more.
    using database = new Sqlite(join(folder, 'data/parley.db'));
    await eventually(() => isLocked(database));
    await billTen();
    killGroup(server.pid, 'SIGKILL');
    await server.exited;

    const restored = temporaryFolder();
    writeFileSync(join(restored, 'parley.yaml'), AMPLE_LIMITS);
    expect((await parley(['restore', copy], restored)).code).toBe(0);
    cpSync(join(folder, 'data/journals'), join(restored, 'data/journals'), { recursive: true });
    await startAndStop(restored);
    expect(await spentMicros(restored)).toBe(micros(billed));
  });

  test('a folder without a manifest is no backup, and is left as it is', async () => {
    const folder = temporaryFolder();
    const source = temporaryFolder();
    const { code, stderr } = await parley(['restore', source], folder);
    expect(code).toBe(1);
    expect(stderr).toContain('is no complete backup');
    expect(existsSync(join(folder, 'data/parley.db'))).toBe(false);
  });

  test('a backup of a newer Parley is refused by its version', async () => {
    const source = temporaryFolder();
    writeFileSync(
      join(source, 'backup.json'),
      JSON.stringify({ parley: '9.0.0', ledger: 99, at: '2030-01-01T00:00:00Z' }),
    );
    const { code, stderr } = await parley(['restore', source], temporaryFolder());
    expect(code).toBe(1);
    expect(stderr).toContain('has ledger version 99');
    expect(stderr).toContain('install Parley 9.0.0 or later');
  });

  test('says what is missing: a folder, a database, SQLite', async () => {
    expect((await parley(['backup'], temporaryFolder())).code).toBe(2);
    const none = await parley(['backup', 'copy'], temporaryFolder());
    expect(none.stderr).toMatch(/there is no .*parley\.db to copy/);
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'parley.yaml'),
      'databaseUrl: postgres://db/parley\nnotices: { keys: [0123456789abcdef0123456789abcdef] }\n',
    );
    expect((await parley(['backup', 'copy'], folder)).stderr).toContain('use pg_dump');
  });
});
