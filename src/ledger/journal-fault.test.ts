import { expect, test } from 'bun:test';
import { faultOfWrite } from './journal-fault.ts';

const failed = (code: string) =>
  faultOfWrite(Object.assign(new Error(`${code}: no, open '/data/journals/w-7.log'`), { code }));

test.each([
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
  ['EROFS', 'read-only'],
  ['EIO', 'failed'],
])('a write that fails with %s is %s, with what the system said', (code, kind) => {
  expect(failed(code)).toEqual({
    kind,
    reason: `${code}: no, open '/data/journals/w-7.log'`,
    code,
  } as never);
});

test('a full disk is said to be one', () => {
  expect(failed('ENOSPC').reason).toStartWith('the disk under dataDir is full: ENOSPC');
  expect(failed('ENOSPC').kind).toBe('failed');
});
