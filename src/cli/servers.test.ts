import { afterAll, describe, expect, test } from 'bun:test';
import { cleanUp, type Run, run } from '../../test/process.ts';

afterAll(cleanUp);

async function output(...args: readonly string[]) {
  const { exited, stdout, stderr } = run(args);
  const { code } = await exited;
  return { code, stdout: stdout(), stderr: stderr() };
}

/** The URL in the line in which a server says where it listens. */
async function urlOf({ printed, stdout }: Run): Promise<string> {
  await printed('\n');
  const [line = ''] = stdout().split('\n', 1);
  return line.split(' ').at(-1) ?? '';
}

const SERVERS = [
  ['catalog', 'The catalogue is listening on'],
  ['mock-dsp', 'The mock DSP takes bid requests at'],
] as const;

for (const [name, greeting] of SERVERS) {
  describe(`parley ${name}`, () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      test(`says where it listens, serves, and ends well on ${signal}`, async () => {
        const server = run([name, '--port', '0']);
        const url = await urlOf(server);
        expect(server.stdout()).toBe(`${greeting} ${url}\n`);
        expect((await fetch(new URL('/healthz', url))).status).toBe(200);
        process.kill(server.pid, signal);
        expect(await server.exited).toEqual({ code: 0, signal: null });
      });
    }

    test('explains itself', async () => {
      const { stdout, code } = await output(name, '--help');
      expect(stdout).toContain(`Usage: parley ${name}`);
      expect(code).toBe(0);
    });

    test('a port that is taken is a sentence and exit code 1', async () => {
      const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
      const port = String(holder.port);
      const { stderr, code } = await output(name, '--port', port);
      await holder.stop(true);
      expect(stderr).toStartWith(`parley ${name}: `);
      expect(stderr).toContain(port);
      expect(code).toBe(1);
    });
  });
}

describe('bad options are a sentence and exit code 2', () => {
  const CASES = [
    [['catalog', '--port', 'x'], '--port: expected an integer from 0 to 65535, but got "x"'],
    [['catalog', '--image-base-url', 'cdn'], '--image-base-url: expected a URL that starts with'],
    [['catalog', '--colour', 'red'], "Unknown option '--colour'"],
    [['mock-dsp', '--port', '65536'], '--port: expected an integer from 0 to 65535'],
    [['mock-dsp', '--price', '4-2'], '--price: expected a number like 2, or a range like 0.5-4'],
    [['mock-dsp', '--latency', '80,20'], '--latency: expected a median above 0'],
    [['mock-dsp', '--error-rate', '2'], '--error-rate: expected a number from 0 to 1'],
    [['mock-dsp', '--adomain', 'https://x'], '--adomain: expected a domain like shop.example'],
    [
      ['mock-dsp', '--error-rate', '0.6', '--hang-rate', '0.6'],
      'the rates are shares of all requests: expected at most 1 together',
    ],
  ] as const;
  for (const [args, sentence] of CASES) {
    test(args.join(' '), async () => {
      const { stderr, code } = await output(...args);
      expect(stderr).toContain(sentence);
      expect(code).toBe(2);
    });
  }
});

test('options of the mock DSP reach its behaviour', async () => {
  const args = ['mock-dsp', '--port=0', '--no-bid-rate=1', '--latency=1,2', '--price=1-2'];
  const url = await urlOf(run(args));
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(204);
});
