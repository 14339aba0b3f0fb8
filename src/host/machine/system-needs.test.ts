import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { systemFault } from './system-needs.ts';

afterAll(cleanUp);

test('a usual system lacks nothing', () => {
  expect(systemFault({ nullDevice: '/dev/null', sharedRoot: temporaryFolder() })).toBeUndefined();
});

test('without /dev/null, or with a file in its place, the start says how to make it', () => {
  const sharedRoot = temporaryFolder();
  const file = join(sharedRoot, 'null');
  for (const nullDevice of ['/nonexistent/null', file]) {
    expect(systemFault({ nullDevice, sharedRoot })?.reason).toContain(
      `mknod -m 666 ${nullDevice} c 1 3`,
    );
    writeFileSync(file, '');
  }
});

test('without a folder for shared files the start names the folder and what to set', () => {
  const reason = systemFault({ nullDevice: '/dev/null', sharedRoot: '/nonexistent' })?.reason;
  expect(reason).toContain('/nonexistent is none: ENOENT');
  expect(reason).toContain('set TMPDIR');
});
