import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../../test/eventually.ts';
import { JPEG, PNG, text, WEBP_LOSSY } from '../../../test/images/fixtures.ts';
import { openOwnLedger } from '../../../test/ledger/ledger.ts';
import { partOn } from '../../../test/part.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../../../test/process.ts';
import { createFindStored, imageFolder, imagePath } from '../../host/http/stored-images.ts';
import { silentLog } from '../../host/observe/log.ts';
import type { Database } from '../../lib/sql/database.ts';
import { removeImage } from './image.ts';
import { startImageFiles } from './image-files.ts';
import { IMAGE_OPS } from './operations.ts';
import { hashOf } from './read-image.ts';

afterAll(cleanUp);

const BY = { who: 'ann', role: 'ads' };

type FilesOptions = Partial<Omit<Parameters<typeof startImageFiles>[0], 'records'>>;

/** A machine with these images in its database. */
async function started(contents: readonly Uint8Array[], options: FilesOptions = {}) {
  const ledger = await openOwnLedger();
  const dataDir = temporaryFolder();
  const paths: string[] = [];
  const part = partOn(ledger, IMAGE_OPS);
  for (const body of contents) {
    const input = { query: { advertiser: 'a.example' } };
    paths.push((await part.ask('POST /api/images', { input, body })).body.url);
  }
  const { host } = part;
  const asked: string[] = [];
  const database: Pick<Database, 'query'> = {
    query(sql, ...values) {
      asked.push(sql);
      return ledger.query(sql, ...values);
    },
  };
  const { records } = host;
  await host.feed.refresh();
  const parts = { dataDir, records, database: () => database, log: silentLog };
  const files = startImageFiles({ ...parts, ...options });
  atCleanUp(files.stop);
  const names = () => readdirSync(imageFolder(dataDir)).toSorted();
  return { files, host, ledger, dataDir, paths, asked, names };
}

const nameOf = (path: string | undefined) => path?.slice('/images/'.length) ?? '';
const unknownPath = (index: number) => imagePath(hashOf(text(`image ${index}`)), 'image/png');

describe('the file of an image', () => {
  test('is made when it is asked for, once for all who ask meanwhile, and for this user alone', async () => {
    const { files, paths, asked, names, dataDir } = await started([PNG]);
    const [path = ''] = paths;
    const brought = await Promise.all(Array.from({ length: 20 }, () => files.bring(path)));
    expect(new Set(brought)).toEqual(new Set(['there']));
    expect(asked).toHaveLength(1);
    expect(names()).toEqual([nameOf(path)]);
    expect(statSync(imageFolder(dataDir)).mode & 0o077).toBe(0);
    expect(statSync(join(imageFolder(dataDir), nameOf(path))).mode & 0o077).toBe(0);
  });

  test('is not made of what the database does not have, under any name', async () => {
    const { files, paths, names } = await started([PNG]);
    const [path = ''] = paths;
    for (const other of [
      unknownPath(1),
      path.replace('.png', '.jpg'),
      '/images/../../x.png',
      '/images/ridgeline-wide.svg',
    ]) {
      expect(await files.bring(other)).toBe('unknown');
    }
    expect(names()).toEqual([]);
  });

  test('goes for others where there is no room, the first one first', async () => {
    const bytesMax = JPEG.length + WEBP_LOSSY.length;
    const { files, paths, names } = await started([JPEG, WEBP_LOSSY, PNG], { bytesMax });
    const [jpeg, webp, png] = paths;
    await files.bring(jpeg ?? '');
    await files.bring(webp ?? '');
    expect(names()).toEqual([nameOf(jpeg), nameOf(webp)].toSorted());
    await files.bring(png ?? '');
    // Larger than the room alone: it stays until another one comes.
    expect(names()).toEqual([nameOf(png)]);
    await files.bring(jpeg ?? '');
    expect(names()).toEqual([nameOf(jpeg)]);
  });

  test('of an image that another machine has deleted goes', async () => {
    const { files, host, paths, names } = await started([PNG, JPEG], { sweepMs: 1 });
    for (const path of paths) await files.bring(path);
    await removeImage(host, hashOf(PNG), BY);
    await eventually(() => names().length === 1);
    expect(names()).toEqual([nameOf(paths[1])]);
  });

  test('of an earlier start is not trusted', async () => {
    const dataDir = temporaryFolder();
    const left = join(imageFolder(dataDir), nameOf(imagePath(hashOf(PNG), 'image/png')));
    mkdirSync(imageFolder(dataDir));
    writeFileSync(left, PNG.subarray(0, 10));
    await started([PNG], { dataDir });
    expect(existsSync(left)).toBe(false);
  });
});

test('images that there are not cost the database nothing', async () => {
  const { files, asked } = await started([PNG]);
  const flood = Array.from({ length: 1000 }, (_, index) => files.bring(unknownPath(index)));
  expect(new Set(await Promise.all(flood))).toEqual(new Set(['unknown']));
  expect(asked).toEqual([]);
});

test('a hundred images wait to be written at most, and one is read at a time', async () => {
  const known = { definition: { mime: 'image/png' } };
  let [reading, most] = [0, 0];
  const slow = startImageFiles({
    dataDir: temporaryFolder(),
    log: silentLog,
    records: { isRead: () => true, get: () => known as never },
    database: () => ({
      async query() {
        most = Math.max(most, ++reading);
        await Bun.sleep(0);
        reading -= 1;
        return [];
      },
    }),
  });
  atCleanUp(slow.stop);
  const flood = Array.from({ length: 1000 }, (_, index) => slow.bring(unknownPath(index)));
  const answers = Map.groupBy(await Promise.all(flood), (answer) => answer);
  expect([answers.get('busy')?.length, answers.get('unknown')?.length, most]).toEqual([
    900, 100, 1,
  ]);
});

test('a worker finds the image that its supervisor brings, and needs nobody for it afterwards', async () => {
  const { files, dataDir, paths, asked } = await started([PNG]);
  const find = createFindStored(dataDir, files.bring);
  const [path = ''] = paths;
  for (let count = 0; count < 2; count++) {
    const found = await find(path);
    if (typeof found === 'string') throw new Error(found);
    expect(found).toMatchObject({ mime: 'image/png', hash: hashOf(PNG) });
    expect(readFileSync(found.file)).toEqual(Buffer.from(PNG));
  }
  expect(asked).toHaveLength(1);
});

test('while the database does not answer, images that are files are served and others are not said to be unknown', async () => {
  const { files, dataDir, paths, ledger } = await started([PNG, JPEG]);
  const find = createFindStored(dataDir, files.bring);
  await find(paths[0] ?? '');
  await ledger.query('drop table images');
  expect(await find(paths[0] ?? '')).toMatchObject({ mime: 'image/png' });
  expect(await find(paths[1] ?? '')).toBe('busy');
  expect(await find(paths[1] ?? '')).toBe('busy');
});
