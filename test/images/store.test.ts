import { afterAll, describe, expect, test } from 'bun:test';
import { insertAll } from '../../src/lib/sql/bulk.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import {
  ADVERTISER_BYTES_MAX,
  ADVERTISER_IMAGES_MAX,
  addImage,
  readContent,
} from '../../src/parts/images/image-store.ts';
import { hashOf, type ImageFacts } from '../../src/parts/images/read-image.ts';
import { readHistory } from '../../src/store/history.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';
import { JPEG, PNG, text } from './fixtures.ts';

afterAll(cleanUp);

const FACTS: ImageFacts = { mime: 'image/png', w: 40, h: 30 };
const BY = { author: { who: 'ann', role: 'ads' }, nowMs: 1_700_000_000_000 };

const add = (database: Database, content: Uint8Array, advertiser = 'a.example') =>
  addImage(database, { advertiser, content, facts: FACTS }, BY);

const counted = async ({ query }: Database, table: 'images' | 'image_uploads') =>
  Number((await query(`select count(*) as rows from ${table}`))[0]?.rows);

const audited = async ({ query }: Database) =>
  (await readHistory(query, {})).map(({ who, action, kind, id }) => [
    who,
    action,
    `${kind}s/${id}`,
  ]);

onEachDatabase(({ open }) => {
  describe('an image', () => {
    test('is stored with every byte of it, up to two megabytes', async () => {
      const database = await open();
      const content = Uint8Array.from({ length: 2 * 1024 * 1024 }, (_, index) => index * 31 + 7);
      await add(database, content);
      const hash = hashOf(content);
      const read = await readContent(database.query, { hash, mime: 'image/png' });
      expect(Buffer.from(read ?? []).equals(content)).toBe(true);
      expect(await readContent(database.query, { hash, mime: 'image/jpeg' })).toBeUndefined();
      expect(
        await readContent(database.query, { hash: hashOf(PNG), mime: 'image/png' }),
      ).toBeUndefined();
    });

    test('that is uploaded twice is one image, and counts once for each advertiser', async () => {
      const database = await open();
      const first = await add(database, PNG);
      expect(first.kind).toBe('added');
      expect<unknown>(await add(database, PNG)).toEqual({ ...first, kind: 'known' });
      expect((await add(database, PNG, 'b.example')).kind).toBe('added');
      expect(await counted(database, 'images')).toBe(1);
      expect(await counted(database, 'image_uploads')).toBe(2);
      const subject = `images/${hashOf(PNG)}`;
      expect(await audited(database)).toEqual([
        ['ann', 'create', subject],
        ['ann', 'create', subject],
      ]);
    });

    test('that several upload at the same time is stored once', async () => {
      const database = await open();
      const kinds = await Promise.all(Array.from({ length: 8 }, () => add(database, PNG)));
      expect(kinds.filter(({ kind }) => kind === 'added')).toHaveLength(1);
      expect(kinds.filter(({ kind }) => kind === 'known')).toHaveLength(7);
    });
  });

  describe('the room of an advertiser', () => {
    /** Rows of images that take so much, without their bytes. */
    async function fill(database: Database, count: number, bytes: number) {
      const hashes = Array.from({ length: count }, (_, index) => hashOf(text(`image ${index}`)));
      const { query } = database;
      const nothing = new Uint8Array(1);
      await insertAll(
        query,
        hashes.map((hash) => [hash, 'image/png', 1, 1, bytes, 0, nothing]),
        (rows) =>
          `insert into images (hash, mime, w, h, bytes, created_ms, content) values ${rows}`,
      );
      await insertAll(
        query,
        hashes.map((hash) => ['a.example', hash, 'ann', 0]),
        (rows) => `insert into image_uploads (advertiser, hash, who, at_ms) values ${rows}`,
      );
    }

    test('has so many images, and those that are there are known still', async () => {
      const database = await open();
      await fill(database, ADVERTISER_IMAGES_MAX - 1, 1);
      const contents = [PNG, JPEG, text('a third')];
      const kinds = await Promise.all(contents.map((content) => add(database, content)));
      expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['added', 'full', 'full']);
      const full = kinds.find((one) => one.kind === 'full');
      expect(full).toEqual({
        kind: 'full',
        reason: expect.stringContaining(`at most ${ADVERTISER_IMAGES_MAX} images of a.example`),
      });
      expect((await add(database, text('image 1'))).kind).toBe('known');
      expect((await add(database, text('a fourth'), 'b.example')).kind).toBe('added');
    });

    test('has so many bytes', async () => {
      const database = await open();
      await fill(database, 1, ADVERTISER_BYTES_MAX - PNG.length);
      expect((await add(database, PNG)).kind).toBe('added');
      expect(await add(database, JPEG)).toEqual({
        kind: 'full',
        reason: expect.stringContaining(`at most ${ADVERTISER_BYTES_MAX} bytes`),
      });
      expect(await counted(database, 'images')).toBe(2);
    });

    test('is bounded together with that of all others', async () => {
      const database = await open();
      await fill(database, 1, 10 * 1024 ** 3);
      expect(await add(database, PNG, 'b.example')).toEqual({
        kind: 'full',
        reason: expect.stringContaining('of all advertisers'),
      });
    });
  });
});
