import { afterAll, expect, test } from 'bun:test';
import { text } from 'node:stream/consumers';
import { cleanUp, PARLEY } from '../../test/process.ts';
import { startChild } from '../../test/test-run.ts';

afterAll(cleanUp);

async function derive(input: string, ...args: readonly string[]) {
  const child = startChild(PARLEY, ['derive', ...args], { stdio: 'pipe' });
  const { stdin, stdout: output, stderr: errors } = child;
  if (stdin === null || output === null || errors === null) throw new Error('expected pipes');
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([text(output), text(errors), exited]);
  return { lines: stdout.trim().split('\n').filter(Boolean), stderr, code };
}

const line = (content: string) => JSON.stringify({ messages: [{ role: 'user', content }] });

test('each conversation gives one line with every signal', async () => {
  const { lines, code } = await derive(
    [line('trail shoes under $150'), '', line('my dog died'), line('Schuhe')].join('\n'),
  );
  const read = lines.map((one) => JSON.parse(one));
  expect(code).toBe(0);
  expect(read).toHaveLength(3);
  for (const signals of read) {
    expect(Object.keys(signals)).toEqual([
      'keywords',
      'categories',
      'price',
      'intent',
      'sentiment',
      'funnel',
      'sensitive',
      'unwanted',
      'language',
      'sources',
    ]);
    expect(Object.keys(signals.intent)).toEqual(['value', 'confidence', 'topics', 'signals']);
  }
  expect(read[0]).toMatchObject({
    keywords: ['trail shoes'],
    price: { max: 150, currency: 'USD' },
  });
  expect(read[1].sensitive.class).toBe('crisis');
  expect(read[2].language).toBe('de');
});

test('a line that is no conversation is named, and the others are read', async () => {
  const { lines, stderr, code } = await derive(
    ['nonsense', '{"messages":[{"role":"robot","content":"x"}]}', line('a tent')].join('\n'),
  );
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(stderr).toBe(
    'parley: line 1: expected a JSON object like {"messages":[{"role":"user","content":"…"}]}\n' +
      'parley: line 2: expected messages[0] to have a role (user, assistant or system) and a content that is a string\n',
  );
});

test('a line beyond the limit is refused', async () => {
  const { stderr, code } = await derive(line('x'.repeat(1_100_000)));
  expect(code).toBe(1);
  expect(stderr).toBe('parley: line 1: expected at most 1000000 characters, but got more\n');
});

test('an argument gets the usage', async () => {
  expect(await derive('', '--what')).toMatchObject({ code: 2 });
  expect((await derive('', '--help')).lines[0]).toBe('Usage: parley derive');
});
