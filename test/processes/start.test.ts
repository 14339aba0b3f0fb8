import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { ask } from '../http/request.ts';
import { cleanUp, run, serve, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const SHARED_ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const OTHERS = 0o077;

/** The user and group "nobody" of most systems. */
const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** Whether another user of the machine can read the file. Only root can try; others look at the modes. */
function isReadableByOthers(file: string, folder: string): boolean {
  if (process.getuid?.() !== 0)
    return ((statSync(file).mode | statSync(folder).mode) & OTHERS) !== 0;
  return Bun.spawnSync([...NOBODY, 'cat', file]).exitCode === 0;
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

test('a start with one key serves the sample partners without a warning, and no other user can read a file of it', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'parley.yaml'),
    'admin: { port: 0, token: a token that nobody else may read }\n',
  );
  const server = run(['start'], { folder, env: { PORT: '0', HOST: '127.0.0.1' } });
  await server.printed('"Parley is listening"');
  expect(server.stdout()).toContain('"partners":["house","shop"]');
  expect(server.stdout()).not.toContain('"level":40');
  const shared = readdirSync(SHARED_ROOT)
    .filter((name) => name.startsWith(`parley-${server.pid}-`))
    .map((name) => join(SHARED_ROOT, name));
  expect(shared).toHaveLength(1);
  const folders = [...shared, join(folder, 'data')];
  const files = folders.flatMap(filesUnder);
  const names = files.map((file) => file.split('/').at(-1));
  for (const name of ['setup-1.json', 'memory', 'lock.db', 'parley.db', 'notice-key'])
    expect(names).toContain(name);
  for (const one of folders) expect(statSync(one).mode & OTHERS).toBe(0);
  for (const file of files) {
    expect([file, statSync(file).mode & OTHERS]).toEqual([file, 0]);
    expect([file, isReadableByOthers(file, folders[0] ?? '')]).toEqual([file, false]);
  }
});

const THROWS = `process.on('SIGUSR2', () => {
  setTimeout(() => { throw new Error('thrown by a timer of ' + process.pid); });
  void Promise.reject(new Error('rejected in ' + process.pid));
});
`;

test('a timer that throws and a promise that rejects leave the supervisor and its worker alive, and are logged', async () => {
  const program = join(temporaryFolder(), 'throws.ts');
  writeFileSync(program, THROWS);
  const server = await serve(undefined, { env: { BUN_OPTIONS: `--preload ${program}` } });
  const adminUrl = /"adminUrl":"([^"]+)"/.exec(server.stdout())?.[1];
  const workers = async () => {
    const status = (await (await fetch(`${adminUrl}/status`)).json()) as { workers: number[] };
    return status.workers;
  };
  const [worker = 0] = await workers();
  for (const pid of [server.pid, worker]) {
    process.kill(pid, 'SIGUSR2');
    await eventually(() => {
      const out = server.stdout();
      return out.includes(`thrown by a timer of ${pid}`) && out.includes(`rejected in ${pid}`);
    });
  }
  expect(await workers()).toEqual([worker]);
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
  expect(metrics).toContain('\nparley_uncaught_errors_total 4\n');
  expect((await ask(server.port)).status).toBe(200);
  process.kill(server.pid, 'SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});
