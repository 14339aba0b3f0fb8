import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { campaignOf } from './campaigns/test-support.ts';
import { openLedger } from './ledger/ledger.ts';
import { BUN, cleanUp, PARLEY, run, temporaryFolder } from './process.ts';
import { runInTerminal, type TerminalOptions, untilShown } from './terminal.ts';

afterEach(cleanUp);

const PROGRAM = join(import.meta.dir, 'progress-program.ts');

/** What a terminal shows at the end: each line as it was last painted. */
const leftOver = (shown: string) => shown.split('\r\x1b[K').at(-1);

function longWork(options: TerminalOptions = {}) {
  const folder = temporaryFolder();
  const [go, out] = [join(folder, 'go'), join(folder, 'out')];
  const terminal = runInTerminal(`'${BUN}' '${PROGRAM}' '${go}' >'${out}'`, options);
  return { ...terminal, go: () => writeFileSync(go, ''), stdout: () => readFileSync(out, 'utf8') };
}

describe('a work that takes more than a second', () => {
  test('says in a terminal how far it is, even while its thread is busy, and leaves nothing behind', async () => {
    const work = longWork();
    expect(
      await work.showed(/counting the sheep of the fold: 3 of 10,000, (?:[2-9]|\d\d+) s/),
    ).toBe(true);
    work.go();
    expect(await work.exited).toBe(0);
    expect(work.shown()).not.toContain(' 0 s');
    expect(leftOver(work.shown())).toBe('');
    expect(work.stdout()).toBe('ten thousand sheep\n');
  });

  test('keeps to the width of a narrow terminal', async () => {
    const work = longWork({ columns: 20 });
    expect(await work.showed(/3 of 10,000, [1-9]\d* s/)).toBe(true);
    work.go();
    await work.exited;
    const widths = work
      .shown()
      .replaceAll('\x1b[K', '')
      .split('\r')
      .map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThan(20);
  });

  test.each([{ CI: 'true' }, { TERM: 'dumb' }])('says nothing with %o', async (env) => {
    const work = longWork({ env });
    await Bun.sleep(1500);
    work.go();
    expect(await work.exited).toBe(0);
    expect(work.shown()).toBe('');
  });

  test('says nothing in a pipe', async () => {
    const go = join(temporaryFolder(), 'go');
    const work = run([PROGRAM, go], { command: BUN });
    await Bun.sleep(1500);
    writeFileSync(go, '');
    expect((await work.exited).code).toBe(0);
    expect([work.stdout(), work.stderr()]).toEqual(['ten thousand sheep\n', '']);
  });
});

describe('commands in a terminal print the same bytes as in a pipe', () => {
  async function piped(folder: string, args: readonly string[]): Promise<string> {
    const command = run(args, { folder });
    expect((await command.exited).code).toBe(0);
    expect(command.stderr()).toBe('');
    return command.stdout();
  }

  test('parley backup, while it waits for a transaction of the server', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'data/parley.db');
    await openLedger({ kind: 'sqlite', file });
    const inPipe = await piped(folder, ['backup', 'first']);
    const server = new Sqlite(file);
    server.run('begin immediate');
    let target = '';
    const backup = await untilShown((attempt) => {
      target = `second-${attempt}`;
      return runInTerminal(`cd '${folder}' && '${PARLEY}' backup ${target} >out`);
    }, /waiting for the database: [1-9]\d* s/);
    server.run('rollback');
    server.close();
    expect(await backup.exited).toBe(0);
    expect(leftOver(backup.shown())).toBe('');
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(inPipe.replace('first', target));
  });

  test('parley campaigns import, while it reads a file that comes slowly', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'parley.yaml'),
      'partners: [{ name: own, kind: campaigns, store: true }, { name: other, kind: campaigns, store: true }]\n',
    );
    const ads = stringify({ campaigns: ['a', 'b'].map((id) => campaignOf({ id })) });
    writeFileSync(join(folder, 'ads.yaml'), ads);
    const inPipe = await piped(folder, ['campaigns', 'import', 'other', 'ads.yaml']);
    const slow = join(folder, 'slow.yaml');
    Bun.spawnSync(['mkfifo', slow]);
    const importing = runInTerminal(
      `cd '${folder}' && '${PARLEY}' campaigns import own slow.yaml >out`,
    );
    expect(await importing.showed(/reading slow\.yaml: [1-9]\d* s/)).toBe(true);
    writeFileSync(slow, ads);
    expect(await importing.exited).toBe(0);
    expect(leftOver(importing.shown())).toBe('');
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(inPipe);
  });
});
