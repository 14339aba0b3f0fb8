import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linksOf } from '../../../src/http/admin/docs/markdown.ts';
import { writtenPages } from '../../../src/http/admin/docs/pages.ts';
import { BUN, cleanUp, ROOT, run, temporaryFolder } from '../../process.ts';

afterAll(cleanUp);

/** A page that loads slowly is not read. */
const PICTURE_BYTES_MAX = 200_000;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The size of a PNG in pixels, which its first chunk has, or why it is none. */
function sizeOf(file: string) {
  const bytes = readFileSync(file);
  const isPng =
    bytes.subarray(0, 8).equals(PNG_SIGNATURE) && bytes.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng) throw new Error(`${file} is no PNG`);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes: bytes.length };
}

function expectPicture(file: string): void {
  const { width, height, bytes } = sizeOf(file);
  expect([width > 800, width < 2400, height > 600, height < 2400]).toEqual(Array(4).fill(true));
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(PICTURE_BYTES_MAX);
}

describe('the pictures of the pages', async () => {
  const pages = await writtenPages();
  const pictures = pages.flatMap(({ file, markdown }) =>
    linksOf(markdown)
      .filter(({ kind }) => kind === 'picture')
      .map(({ target, text }) => ({ target: join(dirname(file), target), text })),
  );

  test('are all that the folder has, PNG of a sensible size, with words for those who do not see them', () => {
    const files = readdirSync(join(ROOT, 'docs/pictures')).map((name) => `docs/pictures/${name}`);
    expect(pictures.map(({ target }) => target).toSorted()).toEqual(files.toSorted());
    for (const { target, text } of pictures) {
      expectPicture(join(ROOT, target));
      expect(text.split(' ').length).toBeGreaterThan(10);
    }
  });

  test('are made by the command, of the same size as those in the folder', async () => {
    const folder = temporaryFolder();
    const made = run([join(ROOT, 'test/long/browser/pictures.ts'), folder], { command: BUN });
    expect([(await made.exited).code, made.stderr()]).toEqual([0, '']);
    for (const { target } of pictures) {
      const file = join(folder, target.slice('docs/pictures/'.length));
      expect(existsSync(file)).toBe(true);
      expectPicture(file);
      expect(sizeOf(file).width).toBe(sizeOf(join(ROOT, target)).width);
    }
  });
});
