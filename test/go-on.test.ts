/** What nothing catches, in a timer or a promise, ends no process of a server that serves. */
import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { ask } from './http/request.ts';
import { BUN, cleanUp, ROOT, run, serve, temporaryFolder } from './process.ts';

afterAll(cleanUp);

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
  expect((await ask(server.port)).status).toBe(200);
  process.kill(server.pid, 'SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

/** What a program prints, with the message of each rejection that nobody catches. */
async function printed(program: string): Promise<string> {
  const file = join(temporaryFolder(), 'program.ts');
  writeFileSync(
    file,
    `process.on('unhandledRejection', ({ message }) => console.log(message));\n${program}`,
  );
  const { exited, stdout } = run([file], { command: BUN });
  await exited;
  return stdout();
}

test('work that rejects is repeated, and the process learns of it', async () => {
  const program = `import { repeat } from '${ROOT}/src/lib/repeat.ts';
    let count = 0;
    const stop = repeat(async () => {
      if (++count === 1) throw new Error('rejected');
      console.log('again');
      void stop();
      return 0;
    });`;
  expect(await printed(program)).toBe('rejected\nagain\n');
});

test('a journal whose listener throws takes the next entry', async () => {
  const program = `import { createGroupCommit } from '${ROOT}/src/ledger/group-commit.ts';
    let count = 0;
    const segments = { write: async () => true, close: async () => {} };
    const commit = createGroupCommit(segments, () => {
      if (++count === 1) throw new Error('thrown');
    });
    await commit.commit(Buffer.from('a'));
    await Bun.sleep(1);
    await commit.commit(Buffer.from('b'));
    console.log('taken');`;
  expect(await printed(program)).toBe('thrown\ntaken\n');
});
