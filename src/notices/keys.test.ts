import { afterAll, describe, expect, test } from 'bun:test';
import { fstatSync, fsyncSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { loadOrCreateNoticeKey } from './key-file.ts';
import { createNoticeKeys, type DayKeys } from './keys.ts';

afterAll(cleanUp);

describe('keys', () => {
  const keys = createNoticeKeys(['new-secret', 'old-secret']);
  const digests = (all: readonly DayKeys[]) => all.map(({ hmac }) => hmac('a'));

  test('change every day, and stay the same all day', () => {
    expect(keys.signing(20_000).hmac('a')).toBe(keys.signing(20_000).hmac('a'));
    expect(keys.signing(20_000).hmac('a')).not.toBe(keys.signing(20_001).hmac('a'));
  });

  test('of every secret are found by their tag', () => {
    const old = createNoticeKeys(['old-secret']).signing(5);
    const { tag, hmac } = keys.signing(5);
    expect(digests(keys.verifying(old.tag, 5))).toContain(old.hmac('a'));
    expect(digests(keys.verifying(tag, 5))).toContain(hmac('a'));
  });
});

describe('the key file', () => {
  test('is made once, for its owner alone, and read from then on', () => {
    const folder = join(temporaryFolder(), 'data');
    const made = loadOrCreateNoticeKey(folder);
    expect(made).toEqual({ kind: 'key', key: expect.stringMatching(/^[\w-]{43}$/) });
    expect(loadOrCreateNoticeKey(folder)).toEqual(made);
    expect(statSync(join(folder, 'notice-key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['notice-key']);
  });

  test('is synced before it is renamed, and its folder is synced before it is used', () => {
    const folder = temporaryFolder();
    const synced: unknown[] = [];
    loadOrCreateNoticeKey(folder, (descriptor) => {
      const state = fstatSync(descriptor);
      const isNamed = readdirSync(folder).includes('notice-key');
      synced.push({ isFolder: state.isDirectory(), isNamed, isWritten: state.size > 0 });
      fsyncSync(descriptor);
    });
    expect(synced).toEqual([
      { isFolder: false, isNamed: false, isWritten: true },
      { isFolder: true, isNamed: true, isWritten: expect.any(Boolean) },
    ]);
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
