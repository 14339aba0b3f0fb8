import { afterAll, expect, spyOn, test } from 'bun:test';
import * as fs from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
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

test('with a /dev/null that cannot be opened, the start says so and how to open it', () => {
  const opening = spyOn(fs, 'openSync').mockImplementation(() => {
    throw new Error("EACCES: permission denied, open '/dev/null'");
  });
  try {
    const { reason } = systemFault({ nullDevice: '/dev/null', sharedRoot: '/nonexistent' }) ?? {};
    expect(reason).toStartWith('Expected the device /dev/null to be open to the user of Parley');
    expect(reason).toContain("but: EACCES: permission denied, open '/dev/null'. ");
    expect(reason).toContain('chmod 666 /dev/null');
  } finally {
    opening.mockRestore();
  }
});

test('without a folder for shared files the start names the folder and what to set', () => {
  const reason = systemFault({ nullDevice: '/dev/null', sharedRoot: '/nonexistent' })?.reason;
  expect(reason).toContain('/nonexistent is none: ENOENT');
  expect(reason).toContain('set TMPDIR');
});
