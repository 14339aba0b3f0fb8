import { afterAll, describe, expect, test } from 'bun:test';
import { fstatSync, fsyncSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUN, cleanUp, ROOT, run, temporaryFolder } from '../../test/process.ts';
import { findNoticeKey, loadOrCreateNoticeKey } from './key-file.ts';
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

  test('stay right however many days they were asked for', () => {
    const before = keys.signing(1).hmac('a');
    for (let day = 0; day < 1000; day++) keys.signing(day);
    expect(keys.signing(1).hmac('a')).toBe(before);
  });

  test('of two secrets with the same tag are both tried', () => {
    const secrets = Array.from({ length: 300 }, (_, i) => `secret ${i}`);
    const tags = secrets.map((secret) => createNoticeKeys([secret]).signing(0).tag);
    const twin = tags.findIndex((tag, i) => tags.indexOf(tag) !== i);
    const pair = [secrets[tags.indexOf(tags[twin] ?? 0)] ?? '', secrets[twin] ?? ''];
    expect(createNoticeKeys(pair).verifying(tags[twin] ?? 0, 0)).toHaveLength(2);
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

  test('leaves no file open when it is made', () => {
    const used: number[] = [];
    loadOrCreateNoticeKey(temporaryFolder(), (descriptor) => used.push(descriptor));
    expect(used).toHaveLength(2);
    for (const descriptor of used) expect(() => fstatSync(descriptor)).toThrow('EBADF');
  });

  test('is the same for all processes that start at once', async () => {
    const folder = temporaryFolder();
    const script = `
      const { loadOrCreateNoticeKey } = await import('${ROOT}/src/notices/key-file.ts');
      while (Date.now() < ${Date.now() + 700}) {}
      process.stdout.write(loadOrCreateNoticeKey('${folder}').key);`;
    const starts = Array.from({ length: 6 }, () => run(['-e', script], { command: BUN }));
    await Promise.all(starts.map(({ exited }) => exited));
    const keys = new Set(starts.map(({ stdout }) => stdout()));
    expect([...keys]).toEqual([readFileSync(join(folder, 'notice-key'), 'utf8').trim()]);
  });

  test('that holds no key is refused without being shown', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'notice-key'), 'hunter2\n');
    const { kind, reason } = { reason: '', ...loadOrCreateNoticeKey(folder) };
    expect(kind).toBe('fault');
    expect(reason).toStartWith(join(folder, 'notice-key'));
    expect(reason).not.toContain('hunter2');
  });

  test('is found once it was made, and not before', () => {
    const folder = temporaryFolder();
    expect(findNoticeKey(folder)).toBeUndefined();
    const made = loadOrCreateNoticeKey(folder);
    expect(made).toEqual({ kind: 'key', key: findNoticeKey(folder) ?? '' });
  });

  test('that cannot be made is a fault that names it', () => {
    const file = join(temporaryFolder(), 'a-file');
    writeFileSync(file, '');
    expect(loadOrCreateNoticeKey(file)).toEqual({
      kind: 'fault',
      reason: expect.stringContaining(join(file, 'notice-key')),
    });
  });
});
