import { afterAll, expect, test } from 'bun:test';
import { runCommand } from '../../../test/command.ts';
import { eventually } from '../../../test/eventually.ts';
import { freePort } from '../../host/http/free-port.ts';
import { health } from './health.ts';

let status = 200;
const asked: string[] = [];
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    asked.push(new URL(request.url).pathname);
    return new Response('', { status });
  },
});
afterAll(() => server.stop(true));

const ask = (host: string) => runCommand(health, [], { HOST: host, PORT: String(server.port) });

/** On a busy machine the answer may come later than the command waits. */
async function answerOf(host: string) {
  let result = await ask(host);
  await eventually(async () => {
    if (!result.stderr.includes('gave no answer')) return true;
    result = await ask(host);
    return false;
  });
  return result;
}

test('a server that is ready is healthy, also where it listens on every address', async () => {
  status = 200;
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    expect(await answerOf(host)).toEqual({ code: 0, stdout: '', stderr: '' });
  }
  expect([...new Set(asked)]).toEqual(['/readyz']);
});

test('a server that is not ready exits 1 with its answer', async () => {
  status = 503;
  expect(await answerOf('127.0.0.1')).toEqual({
    code: 1,
    stdout: '',
    stderr: `parley health: http://127.0.0.1:${server.port}/readyz answered 503\n`,
  });
});

test('a config that is wrong, or no server, exits 1 with the reason', async () => {
  const wrong = await runCommand(health, [], { PORT: 'x' });
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toStartWith('parley health: the environment variable PORT');
  const port = String(freePort('127.0.0.1'));
  const none = await runCommand(health, [], { HOST: '127.0.0.1', PORT: port });
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('/readyz gave no answer: ');
});
