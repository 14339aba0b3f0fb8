import { expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import { runCommand } from '../../../test/command.ts';
import { derive } from './command.ts';

async function derived(input: string) {
  const { stdin } = process;
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  try {
    const { stdout, ...result } = await runCommand(derive, []);
    return { ...result, lines: stdout.split('\n').filter(Boolean) };
  } finally {
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  }
}

const line = (content: string) => JSON.stringify({ messages: [{ role: 'user', content }] });

test('each conversation gives one line with every signal', async () => {
  const { lines, code } = await derived(
    [line('trail shoes under $150'), '', line('my dog died'), line('Schuhe')].join('\n'),
  );
  const read = lines.map((one) => JSON.parse(one));
  expect(code).toBe(0);
  expect(read).toMatchObject([
    { keywords: ['trail shoes'], price: { max: 150, currency: 'USD' } },
    { sensitive: { class: 'crisis' } },
    { language: 'de' },
  ]);
  expect(Object.keys(read[0])).toContainValues(['intent', 'sentiment', 'unwanted', 'sources']);
});

test('a line that is no conversation, or too long, is named, and the others are read', async () => {
  const { lines, stderr, code } = await derived(
    ['nonsense', '{"messages":[{"role":"robot","content":"x"}]}', line('a tent')].join('\n'),
  );
  expect([code, lines.length]).toEqual([1, 1]);
  expect(stderr.split('\n')).toEqual([
    'parley: line 1, column 1: expected a JSON value, got "n"',
    expect.stringContaining('parley: line 2, messages[0].role: expected one of "user"'),
    '',
  ]);
  const long = await derived(line('x'.repeat(1_100_000)));
  expect(long).toMatchObject({ code: 1, stderr: expect.stringContaining('at most 1000000') });
});
