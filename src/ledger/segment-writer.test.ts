import { afterAll, afterEach, expect, mock, spyOn, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { createSegmentWriter } from './journal.ts';

afterEach(() => mock.restore());
afterAll(cleanUp);

const bytesOf = (text: string) => Buffer.from(text);

function writerOf(segmentBytesMax = 1000) {
  const folder = temporaryFolder();
  const writer = createSegmentWriter(folder, 'worker', segmentBytesMax);
  const texts = () =>
    readdirSync(folder)
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  return { writer, texts };
}

/** A disk that takes at most so many bytes at a time, in files that are opened from now on. */
function diskThatTakes(bytesMax: number): void {
  const { open } = fs;
  spyOn(fs, 'open').mockImplementation(async (...named) => {
    const handle = await open(...named);
    const write = handle.write.bind(handle) as (...part: unknown[]) => Promise<unknown>;
    const some = (bytes: Buffer, from: number, length: number, place: null) => {
      if (from + length > bytes.length) throw new RangeError('there are not so many bytes');
      const taken = Math.min(length, bytesMax);
      return taken === 0 ? { bytesWritten: 0 } : write(bytes, from, taken, place);
    };
    return Object.assign(handle, { write: some });
  });
}

test.each([1, 2, 3, 100])(
  'a disk that takes %i bytes at a time gets all of them',
  async (bytes) => {
    diskThatTakes(bytes);
    const { writer, texts } = writerOf();
    await writer.write(bytesOf('eleven byte'));
    await writer.write(bytesOf(' and more'));
    await writer.close();
    expect(texts()).toEqual(['eleven byte and more']);
  },
);

test('a segment that is long enough is closed, and the next one begins', async () => {
  const { writer, texts } = writerOf(4);
  for (const text of ['abc', 'd', 'e']) await writer.write(bytesOf(text));
  await writer.close();
  expect(texts()).toEqual(['abcd', 'e']);
});
