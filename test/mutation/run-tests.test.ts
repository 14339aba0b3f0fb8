import { expect, test } from 'bun:test';
import { readFailures } from './run-tests.ts';

test('the test files that fail are read from the output, in whatever pieces it comes', () => {
  const output = readFailures(['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts']);
  const text = `bun test v1.4.4

test/a.test.ts:
(pass) is fine [0.1ms]

test/b.test.ts:
error: expected something
(fail) is not fine [0.1ms]

test/c.test.ts:

# Unhandled error between tests
`;
  for (let at = 0; at < text.length; at += 7) output.read(text.slice(at, at + 7));
  expect(output.failing()).toEqual(['test/b.test.ts', 'test/c.test.ts']);
});
