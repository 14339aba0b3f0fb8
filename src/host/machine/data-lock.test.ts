import { afterAll, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  cpSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { lockDataDir } from './data-lock.ts';

afterAll(cleanUp);

function locked(dataDir: string) {
  const lock = lockDataDir(dataDir);
  if ('reason' in lock) throw new Error(lock.reason);
  return lock;
}

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe('a data folder', () => {
  test('is created for its owner alone, with the files of the lock', () => {
    const dataDir = join(temporaryFolder(), 'data');
    const { isPrivate, release } = locked(dataDir);
    expect(isPrivate).toBe(true);
    expect(modeOf(dataDir)).toBe(0o700);
    for (const name of readdirSync(dataDir)) expect(modeOf(join(dataDir, name))).toBe(0o600);
    release();
  });

  test('of ours that others can enter is closed to them', () => {
    const dataDir = temporaryFolder();
    for (const mode of [0o755, 0o770, 0o701, 0o2750]) {
      chmodSync(dataDir, mode);
      const { isPrivate, release } = locked(dataDir);
      expect([isPrivate, modeOf(dataDir)]).toEqual([true, 0o700]);
      release();
    }
  });

  test('tells where a server shared files that was killed, and a copy of it does not', () => {
    const [dataDir, copy] = [temporaryFolder(), temporaryFolder()];
    const { note, release } = locked(dataDir);
    note('/dev/shm/parley-1-abc');
    for (const name of ['lock', 'lock.db']) cpSync(join(dataDir, name), join(copy, name));
    const lines = readFileSync(join(dataDir, 'lock'));
    release();
    writeFileSync(join(dataDir, 'lock'), lines);
    const [again, ofCopy] = [locked(dataDir), locked(copy)];
    expect([again.leftFolder, ofCopy.leftFolder]).toEqual(['/dev/shm/parley-1-abc', '']);
    again.release();
    ofCopy.release();
  });

  // Only root can give a folder away.
  test.if(process.getuid?.() === 0)('of another user is left as it is, and said to be open', () => {
    const dataDir = temporaryFolder();
    chmodSync(dataDir, 0o770);
    chownSync(dataDir, 65534, 65534);
    const { isPrivate, release } = locked(dataDir);
    expect([isPrivate, modeOf(dataDir)]).toEqual([false, 0o770]);
    release();
  });
});
