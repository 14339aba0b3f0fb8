import { afterAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { loadOrCreateNoticeKey } from './key-file.ts';

afterAll(cleanUp);

describe('the key file', () => {
  test('is made once, for its owner alone, and read from then on', () => {
    const folder = join(temporaryFolder(), 'data');
    const made = loadOrCreateNoticeKey(folder);
    expect(made).toEqual({ kind: 'key', key: expect.stringMatching(/^[\w-]{43}$/) });
    expect(loadOrCreateNoticeKey(folder)).toEqual(made);
    expect(statSync(join(folder, 'notice-key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['notice-key']);
  });

  test('is the same for two processes that make it at once', () => {
    const folder = temporaryFolder();
    let other: unknown;
    const made = loadOrCreateNoticeKey(folder, () => {
      other ??= loadOrCreateNoticeKey(folder);
    });
    const key = readFileSync(join(folder, 'notice-key'), 'utf8').trim();
    expect([made, other]).toEqual([
      { kind: 'key', key },
      { kind: 'key', key },
    ]);
  });

  test('that holds no key is refused without being shown', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'notice-key'), 'hunter2\n');
    const { kind, reason } = { reason: '', ...loadOrCreateNoticeKey(folder) };
    expect(kind).toBe('fault');
    expect(reason).toStartWith(join(folder, 'notice-key'));
    expect(reason).not.toContain('hunter2');
  });
});
