import { Database as Sqlite } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { openLedger } from '../ledger/ledger.ts';
import { cleanUp, PARLEY, run, temporaryFolder } from '../process.ts';
import { runInTerminal, untilShown } from '../terminal.ts';

afterAll(cleanUp);

test('parley exits 0 with help or its version, 1 where a command says why, and 2 for arguments that there are not', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'bad.yaml'), 'listen:\n  port: 90000\n');
  const occupant = Bun.listen({ port: 0, hostname: '127.0.0.1', socket: { data() {} } });
  const { port } = occupant;
  const env = { HOST: '127.0.0.1', PORT: String(port) };
  const USAGE = 'Usage: parley <command>';
  for (const [args, code, stdout, stderr] of [
    [[], 0, USAGE, ''],
    [['--help'], 0, USAGE, ''],
    [['version'], 0, `parley ${version}\n`, ''],
    [['check', 'bad.yaml'], 1, '', 'bad.yaml, line 2: listen.port: '],
    [
      ['start'],
      1,
      '"Parley is starting"',
      `Parley did not start. Port ${port} on 127.0.0.1 is in use by another process`,
    ],
    [['constructor'], 2, '', `parley: there is no command "constructor"`],
    [['start', 'my.yaml'], 2, '', 'PARLEY_CONFIG'],
  ] as const) {
    const command = run(args, { folder, env });
    const exited = await command.exited;
    expect([args, exited.code]).toEqual([args, code]);
    for (const [printed, expected] of [
      [command.stdout(), stdout],
      [command.stderr(), stderr],
    ] as const) {
      if (expected === '') expect([args, printed]).toEqual([args, '']);
      else expect(printed).toContain(expected);
    }
  }
  occupant.stop();
  // A reader that has seen enough is no failure of a command.
  const script = '{ "$0" report --help; echo "exit code $?" >&2; } | :';
  const command = run(['-c', script, PARLEY], { command: 'sh' });
  await command.exited;
  expect(command.stderr()).toBe('exit code 0\n');
});

test('a command that takes long says so in a terminal, leaves nothing behind, and prints the same bytes as in a pipe', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'data/parley.db');
  await openLedger({ kind: 'sqlite', file });
  const piped = run(['backup', 'first'], { folder });
  expect((await piped.exited).code).toBe(0);
  expect(piped.stderr()).toBe('');
  const server = new Sqlite(file);
  server.run('begin immediate');
  let target = '';
  const backup = await untilShown((attempt) => {
    target = `second-${attempt}`;
    return runInTerminal(`cd '${folder}' && '${PARLEY}' backup ${target} >out`);
  }, /waiting for the database/);
  server.run('rollback');
  server.close();
  expect(await backup.exited).toBe(0);
  // What the terminal shows at the end: each line as it was last painted.
  expect(backup.shown().split('\r\x1b[K').at(-1)).toBe('');
  expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(piped.stdout().replace('first', target));
});
