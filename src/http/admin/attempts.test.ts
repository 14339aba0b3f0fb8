import { expect, test } from 'bun:test';
import { createAttempts, FAILURES_MAX } from './attempts.ts';

test('only the last 200 addresses with the right token are exempt from the limit for all', () => {
  const attempts = createAttempts(
    () => 0,
    () => {},
  );
  for (let i = 0; i <= 200; i++) attempts.countSuccess(`good ${i}`);
  for (let i = 0; i < FAILURES_MAX; i++) attempts.countFailure(`bad ${i}`);
  expect(attempts.waitMs('good 0')).toBeGreaterThan(0);
  expect(attempts.waitMs('good 1')).toBe(0);
  expect(attempts.waitMs('good 200')).toBe(0);
});

test('an address that shows the right token again becomes the newest', () => {
  const attempts = createAttempts(
    () => 0,
    () => {},
  );
  for (let i = 0; i < 200; i++) attempts.countSuccess(`good ${i}`);
  attempts.countSuccess('good 0');
  attempts.countSuccess('good 200');
  for (let i = 0; i < FAILURES_MAX; i++) attempts.countFailure(`bad ${i}`);
  expect(attempts.waitMs('good 0')).toBe(0);
  expect(attempts.waitMs('good 1')).toBeGreaterThan(0);
});
