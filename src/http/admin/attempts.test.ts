import { expect, test } from 'bun:test';
import { createAttempts, FAILURES_MAX, FAILURES_PER_ADDRESS_MAX } from './attempts.ts';

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

test('the failures of an address are forgotten after those of 400 others, and not before', () => {
  const attempts = createAttempts(
    () => 0,
    () => {},
  );
  attempts.countSuccess('locked out');
  for (let i = 0; i < FAILURES_PER_ADDRESS_MAX; i++) attempts.countFailure('locked out');
  for (let i = 0; i < 399; i++) attempts.countFailure(`bad ${i}`);
  expect(attempts.waitMs('locked out')).toBeGreaterThan(0);
  attempts.countFailure('bad 399');
  expect(attempts.waitMs('locked out')).toBe(0);
});
