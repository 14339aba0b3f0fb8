import { afterAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUN, cleanUp, ROOT, run, temporaryFolder } from '../../process.ts';

afterAll(cleanUp);

/** A page that loads slowly is not read. */
const PICTURE_BYTES_MAX = 200_000;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The width of a PNG in pixels, which its first chunk has. */
function widthOf(file: string): number {
  const bytes = readFileSync(file);
  expect(bytes.subarray(0, 8).equals(PNG_SIGNATURE)).toBe(true);
  expect(bytes.length).toBeWithin(20_000, PICTURE_BYTES_MAX);
  return bytes.readUInt32BE(16);
}

test('the command makes the pictures that the pages have, small enough to be loaded', async () => {
  const folder = temporaryFolder();
  const made = run([join(ROOT, 'test/long/browser/pictures.ts'), folder], { command: BUN });
  expect([(await made.exited).code, made.stderr()]).toEqual([0, '']);
  const pages = join(ROOT, 'docs/pictures');
  expect(readdirSync(folder).toSorted()).toEqual(readdirSync(pages).toSorted());
  for (const name of readdirSync(pages)) {
    expect(widthOf(join(folder, name))).toBe(widthOf(join(pages, name)));
  }
});
