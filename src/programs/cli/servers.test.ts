import { afterAll, afterEach, describe, expect, spyOn, test } from 'bun:test';
import { runCommand } from '../../../test/command.ts';
import { eventually } from '../../../test/eventually.ts';
import { cleanUp } from '../../../test/process.ts';
import { catalog } from './catalog.ts';
import { mockDsp } from './mock-dsp.ts';

const before = new Set(process.listeners('SIGTERM'));
/** What ends the servers that this file has started. */
const stops = () => process.listeners('SIGTERM').filter((listener) => !before.has(listener));

async function endAll() {
  const exit = spyOn(process, 'exit').mockImplementation((() => {}) as typeof process.exit);
  const ending = stops();
  for (const stop of ending) {
    stop('SIGTERM');
    for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, stop);
  }
  await eventually(() => exit.mock.calls.length === ending.length);
  const codes = exit.mock.calls.map(([code]) => code);
  exit.mockRestore();
  return codes;
}
afterEach(endAll);
afterAll(cleanUp);

describe.each([
  ['catalog', 'The catalogue is listening on', catalog],
  ['mock-dsp', 'The mock DSP takes bid requests at', mockDsp],
] as const)('parley %s', (name, greeting, command) => {
  test('says where it listens, serves, and ends well on a signal', async () => {
    const { stdout } = await runCommand(command, ['--port', '0']);
    const url = stdout.trim().split(' ').at(-1) ?? '';
    expect(stdout).toBe(`${greeting} ${url}\n`);
    expect((await fetch(new URL('/healthz', url))).status).toBe(200);
    expect(await endAll()).toEqual([0]);
    expect(fetch(new URL('/healthz', url))).rejects.toThrow();
  });

  test('a port that is taken is a sentence and exit code 1', async () => {
    const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
    const port = String(holder.port);
    const { code, stderr } = await runCommand(command, ['--port', port]);
    await holder.stop(true);
    expect([code, stderr]).toEqual([1, expect.stringContaining(port)]);
    expect(stderr).toStartWith(`parley ${name}: `);
  });
});
