import { expect, test } from 'bun:test';
import { recordedReason } from './record.ts';

test('a reason is recorded with the value that was wrong', () => {
  const reason = 'expected an integer, but got "many"';
  expect(recordedReason({ field: 'imp[0].bidfloor', reason })).toBe(reason);
  expect(recordedReason({ reason })).toBe(reason);
  expect(recordedReason({ field: 'username', reason })).toBe(reason);
});

test('a value that may be about a person is not recorded', () => {
  for (const field of [
    'device.ip',
    'user.id',
    'regs.ext.gdpr',
    'ext.service.keywords[0]',
    'user',
  ]) {
    const reason = 'expected an IP address, but got "203.0.113.7\n, but got x"';
    expect(recordedReason({ field, reason })).toBe('expected an IP address');
  }
});
