import { describe, expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';

const PARLEY = fileURLToPath(new URL('../../bin/parley', import.meta.url));

function spawn(...args: readonly string[]) {
  return Bun.spawn([PARLEY, ...args], { stdout: 'pipe', stderr: 'pipe' });
}

async function run(...args: readonly string[]) {
  const child = spawn(...args);
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n')) break;
  }
  return text.split('\n', 1)[0] ?? '';
}

const SERVERS = [
  ['catalog', /^The catalogue is listening on (http:\S+)$/],
  ['mock-dsp', /^The mock DSP takes bid requests at (http:\S+)$/],
] as const;

for (const [name, greeting] of SERVERS) {
  describe(`parley ${name}`, () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      test(`says where it listens, serves, and ends well on ${signal}`, async () => {
        const child = spawn(name, '--port', '0');
        const line = await firstLine(child.stdout);
        const url = greeting.exec(line)?.[1];
        expect(url).toBeDefined();
        expect((await fetch(new URL('/healthz', url))).status).toBe(200);
        child.kill(signal);
        expect(await child.exited).toBe(0);
      });
    }

    test('explains itself', async () => {
      const { stdout, exitCode } = await run(name, '--help');
      expect(stdout).toContain(`Usage: parley ${name}`);
      expect(exitCode).toBe(0);
    });

    test('a port that is taken is a sentence and exit code 1', async () => {
      const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
      const port = String(holder.port);
      const { stderr, exitCode } = await run(name, '--port', port);
      await holder.stop(true);
      expect(stderr).toStartWith(`parley ${name}: `);
      expect(stderr).toContain(port);
      expect(exitCode).toBe(1);
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
      const { stderr, exitCode } = await run(...args);
      expect(stderr).toContain(sentence);
      expect(exitCode).toBe(2);
    });
  }
});

test('options of the mock DSP reach its behaviour', async () => {
  const child = spawn('mock-dsp', '--port=0', '--no-bid-rate=1', '--latency=1,2', '--price=1-2');
  const url = (await firstLine(child.stdout)).split(' ').at(-1) ?? '';
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(204);
  child.kill();
  expect(await child.exited).toBe(0);
});
