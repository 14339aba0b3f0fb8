import { afterAll, describe, expect, test } from 'bun:test';
import { insertAll } from '../../src/lib/sql/bulk.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import {
  ADVERTISER_BYTES_MAX,
  ADVERTISER_IMAGES_MAX,
  IMAGE,
  readContent,
} from '../../src/parts/images/image.ts';
import { IMAGE_OPS } from '../../src/parts/images/operations.ts';
import { hashOf } from '../../src/parts/images/read-image.ts';
import { readHistory } from '../../src/store/history.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { countOf } from '../ledger/ledger.ts';
import { partOn } from '../part.ts';
import { cleanUp } from '../process.ts';
import { avif, JPEG, PNG, text, WEBP_LOSSY } from './fixtures.ts';

afterAll(cleanUp);

const REVISION = 1000;

onEachDatabase(({ open }) => {
  async function images() {
    const database = await open();
    const { ask, host } = partOn(database, IMAGE_OPS);
    const add = (body: Uint8Array, advertiser = 'a.example') =>
      ask('POST /api/images', { input: { query: { advertiser } }, body });
    const reasonOf = async (body: Uint8Array, advertiser?: string) =>
      (await add(body, advertiser)).body.error?.details.reason;
    return { database, host, add, reasonOf };
  }

  describe('an image', () => {
    test('is stored with every byte of it', async () => {
      const { database, add } = await images();
      await add(JPEG);
      const hash = hashOf(JPEG);
      const read = await readContent(database.query, { hash, mime: 'image/jpeg' });
      expect(Buffer.from(read ?? []).equals(JPEG)).toBe(true);
      expect(await readContent(database.query, { hash, mime: 'image/png' })).toBeUndefined();
      expect(
        await readContent(database.query, { hash: hashOf(PNG), mime: 'image/png' }),
      ).toBeUndefined();
    });

    test('that is uploaded twice is one image, and counts once for each advertiser', async () => {
      const { database, host, add } = await images();
      const first = await add(PNG);
      expect((await add(PNG)).body).toEqual(first.body);
      expect((await add(PNG, 'b.example')).body).toEqual(first.body);
      expect(await countOf(database, 'images')).toBe(1);
      const stored = await host.store.read(IMAGE, hashOf(PNG));
      const advertisers = stored?.definition.uploads.map(({ advertiser }) => advertiser);
      expect(advertisers).toEqual(['a.example', 'b.example']);
      const history = await readHistory(database.query, {});
      expect(history.map(({ who, action, kind, id }) => [who, action, kind, id])).toEqual([
        ['ann', 'upload', 'image', hashOf(PNG)],
        ['ann', 'create', 'image', hashOf(PNG)],
      ]);
    });

    test('that several upload at the same time is stored once', async () => {
      const { database, add } = await images();
      const advertisers = ['a.example', 'a.example', 'b.example', 'b.example'];
      const made = await Promise.all(advertisers.map((advertiser) => add(PNG, advertiser)));
      expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await countOf(database, "history where kind = 'image'")).toBe(2);
    });
  });

  describe('the room of an advertiser', () => {
    /** Records of images that take so much, without their bytes. */
    async function fill({ query }: Database, count: number, bytes: number) {
      const uploads = [{ advertiser: 'a.example', at: '', by: 'ann' }];
      const definition = JSON.stringify({ mime: 'image/png', w: 1, h: 1, bytes, uploads });
      const ids = Array.from({ length: count }, (_, index) => hashOf(text(`image ${index}`)));
      await query('update store_turn set revision = $1', [REVISION]);
      await insertAll(
        query,
        ids.map((id, index) => [
          'image',
          id,
          'active',
          definition,
          'null',
          '',
          index + 1,
          0,
          index + 1,
          0,
          'ann',
        ]),
        (rows) =>
          `insert into records (kind, id, state, definition, kept, owner, revision, created_ms, created_revision, changed_ms, changed_by)
           values ${rows}`,
      );
    }

    test('has so many images, and those that are there are known still', async () => {
      const { database, add } = await images();
      await fill(database, ADVERTISER_IMAGES_MAX - 1, 1);
      const made = await Promise.all([PNG, JPEG, WEBP_LOSSY].map((content) => add(content)));
      expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      const full = made.find(({ status }) => status === 409);
      expect(full?.body.error.details.reason).toContain(
        `at most ${ADVERTISER_IMAGES_MAX} images of a.example`,
      );
      const known = [PNG, JPEG, WEBP_LOSSY][made.findIndex(({ status }) => status === 200)];
      expect((await add(known ?? PNG)).status).toBe(200);
      expect((await add(avif(), 'b.example')).status).toBe(200);
    });

    test('has so many bytes', async () => {
      const { database, add, reasonOf } = await images();
      await fill(database, 1, ADVERTISER_BYTES_MAX - PNG.length);
      expect((await add(PNG)).status).toBe(200);
      expect(await reasonOf(JPEG)).toContain(`at most ${ADVERTISER_BYTES_MAX} bytes`);
      expect(await countOf(database, 'images')).toBe(1);
    });

    test('is bounded together with that of all others', async () => {
      const { database, reasonOf } = await images();
      await fill(database, 1, 10 * 1024 ** 3);
      expect(await reasonOf(PNG, 'b.example')).toContain('of all advertisers');
    });
  });
});
