import { afterAll, expect, spyOn, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { keepSegment, listJournals } from './segments.ts';

afterAll(cleanUp);

test('of a live writer only the newest segment is unfinished, in whatever order the names are read', async () => {
  const folder = temporaryFolder();
  for (const name of ['live-9.log', 'live-10.log', 'live-2.log', 'dead-0.log', 'notes.txt']) {
    writeFileSync(join(folder, name), name);
  }
  const journals = await listJournals(folder, (journal) => journal === 'live');
  expect(journals.map(({ journal }) => journal)).toEqual(['dead', 'live']);
  const segments = journals.flatMap((one) => one.segments);
  expect(segments.map(({ segment, isFinished, bytes }) => [segment, isFinished, bytes])).toEqual([
    ['dead-0.log', true, 10],
    ['live-2.log', true, 10],
    ['live-9.log', true, 10],
    ['live-10.log', false, 11],
  ]);
});

test('a folder that does not exist yet has no segments', async () => {
  expect(await listJournals(join(temporaryFolder(), 'journals'), () => true)).toEqual([]);
});

test('a segment is kept by a copy where the file system has no hard links', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'live-0.log');
  writeFileSync(file, 'lines');
  const link = spyOn(fs, 'link').mockRejectedValue(Object.assign(new Error(), { code: 'EPERM' }));
  try {
    expect(await keepSegment(folder, { segment: 'live-0.log', file }, 'damaged')).toBe(true);
    expect(link).toHaveBeenCalledTimes(1);
  } finally {
    link.mockRestore();
  }
  expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('lines');
});
