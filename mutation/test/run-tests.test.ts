import { expect, test } from 'bun:test';
import { failingIn } from '../src/run-tests.ts';

test('the test files that fail are read from the output', () => {
  const text = `bun test v1.4.4

test/a.test.ts:
(pass) is fine [0.1ms]

test/b.test.ts:
error: expected something
(fail) is not fine [0.1ms]

test/c.test.ts:

# Unhandled error between tests
`;
  const tests = ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts'];
  expect(failingIn(text, tests)).toEqual(['test/b.test.ts', 'test/c.test.ts']);
});
