import { afterAll, expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { keepSegment, listJournals, removeSegment } from './segments.ts';

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

test('a segment is kept once, and at most 16 of a kind are', async () => {
  const folder = temporaryFolder();
  const keep = (number: number, flaw: 'damaged' | 'unknown' = 'damaged') => {
    const segment = `live-${number}.log`;
    const file = join(folder, segment);
    writeFileSync(file, 'lines');
    return keepSegment(folder, { segment, file }, flaw);
  };
  for (let number = 0; number < 16; number++) expect(await keep(number)).toBe(true);
  expect(await keep(16)).toBe(false);
  expect(await keep(15)).toBe(true);
  expect(await keep(16, 'unknown')).toBe(true);
  const kept = readdirSync(folder).filter((name) => !name.endsWith('.log'));
  expect(kept).toHaveLength(17);
  expect(kept).not.toContain('live-16.log.damaged');
});

test('a segment that has grown since it was listed is not removed, and one that is gone counts as removed', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'a-0.log');
  const listed = { segment: 'a-0.log', number: 0, file, bytes: 5, isFinished: true };
  writeFileSync(file, 'more than that');
  expect(await removeSegment(listed)).toBe(false);
  expect(readdirSync(folder)).toEqual(['a-0.log']);
  writeFileSync(file, 'lines');
  expect(await removeSegment(listed)).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
  expect(await removeSegment(listed)).toBe(true);
});
