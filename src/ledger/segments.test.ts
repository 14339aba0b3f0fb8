import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { listJournals } from './segments.ts';

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
