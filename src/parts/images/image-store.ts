import { differencesOf } from '../../lib/differences.ts';
import type { Author } from '../../lib/op.ts';
import { selectAll } from '../../lib/sql/bulk.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import { nextRevision, writeHistory } from '../../store/history.ts';
import {
  hashOf,
  type ImageFacts,
  type ImageName,
  type ImageType,
  imagePath,
} from './read-image.ts';

/** The images that people have uploaded, in the ledger's database: every machine serves them from there. */

/** Of one advertiser: more than its campaigns have pictures. */
export const ADVERTISER_IMAGES_MAX = 500;
export const ADVERTISER_BYTES_MAX = 200 * 1024 * 1024;
/** Of all advertisers together, which bounds the database and its backups. */
const STORE_BYTES_MAX = 10 * 1024 ** 3;

export type UploadedImage = ImageFacts & { readonly url: string; readonly bytes: number };

type Upload = {
  readonly advertiser: string;
  readonly content: Uint8Array;
  readonly facts: ImageFacts;
};

/** Who changes the images, and when. */
type ImageChange = { readonly author: Author; readonly nowMs: number };

export type AddedImage =
  | { readonly kind: 'added' | 'known'; readonly image: UploadedImage }
  | { readonly kind: 'full'; readonly reason: string };

/** Stores an image once, and counts it once for the advertiser. Nothing is changed where the advertiser has it already. */
export function addImage(
  database: Pick<Database, 'transaction'>,
  { advertiser, content, facts }: Upload,
  by: ImageChange,
): Promise<AddedImage> {
  const hash = hashOf(content);
  const image = { url: imagePath(hash, facts.mime), ...facts, bytes: content.length };
  return database.transaction(async (query): Promise<AddedImage> => {
    // Waits for other uploads: they would not see each other when they look at the bounds.
    const revision = await nextRevision(query);
    const isTheirs = await hasRows(
      query('select 1 from image_uploads where advertiser = $1 and hash = $2', [advertiser, hash]),
    );
    if (isTheirs) return { kind: 'known', image };
    const isStored = await hasRows(query('select 1 from images where hash = $1', [hash]));
    const fullness = await fullnessOf(query, advertiser, {
      bytes: content.length,
      newBytes: isStored ? 0 : content.length,
    });
    if (fullness !== undefined) return { kind: 'full', reason: fullness };
    if (!isStored) {
      await query(
        `insert into images (hash, mime, w, h, bytes, created_ms, content)
        values ($1, $2, $3, $4, $5, $6, $7)`,
        [hash, facts.mime, facts.w, facts.h, content.length, by.nowMs, content],
      );
    }
    await query(
      'insert into image_uploads (advertiser, hash, who, at_ms) values ($1, $2, $3, $4)',
      [advertiser, hash, by.author.who, by.nowMs],
    );
    const changes = differencesOf(undefined, { advertiser, ...image });
    await writeHistory(query, {
      ...by,
      revision,
      kind: 'image',
      id: hash,
      action: 'create',
      changes,
    });
    return { kind: 'added', image };
  });
}

type Growth = { readonly bytes: number; readonly newBytes: number };

/** A sentence where a bound would be passed. */
async function fullnessOf(
  query: Query,
  advertiser: string,
  { bytes, newBytes }: Growth,
): Promise<string | undefined> {
  const own = await useOf(query, advertiser);
  if (own.count >= ADVERTISER_IMAGES_MAX) {
    return `expected at most ${ADVERTISER_IMAGES_MAX} images of ${advertiser}, which it has: delete some that no campaign names`;
  }
  if (own.bytes + bytes > ADVERTISER_BYTES_MAX) {
    return `expected at most ${ADVERTISER_BYTES_MAX} bytes of images of ${advertiser}, but it has ${own.bytes} and this one ${bytes}: delete some that no campaign names`;
  }
  const [row] = await query('select coalesce(sum(bytes), 0) as bytes from images');
  if (Number(row?.bytes) + newBytes <= STORE_BYTES_MAX) return undefined;
  return `expected at most ${STORE_BYTES_MAX} bytes of images of all advertisers: delete some that no campaign names`;
}

async function useOf(query: Query, advertiser: string) {
  const [row] = await query(
    `select count(*) as count, coalesce(sum(bytes), 0) as bytes
    from image_uploads join images on images.hash = image_uploads.hash where advertiser = $1`,
    [advertiser],
  );
  return { count: Number(row?.count), bytes: Number(row?.bytes) };
}

export type ListedImage = UploadedImage & {
  readonly uploadedAt: string;
  readonly uploadedBy: string;
};

/** Those of an advertiser, the latest first. */
export async function listImages(
  query: Query,
  advertiser: string,
): Promise<readonly ListedImage[]> {
  const rows = await query(
    `select images.hash, mime, w, h, bytes, at_ms, who
    from image_uploads join images on images.hash = image_uploads.hash where advertiser = $1
    order by at_ms desc, images.hash limit ${ADVERTISER_IMAGES_MAX}`,
    [advertiser],
  );
  return rows.map((row) => {
    const mime = String(row.mime) as ImageType;
    return {
      url: imagePath(String(row.hash), mime),
      w: Number(row.w),
      h: Number(row.h),
      mime,
      bytes: Number(row.bytes),
      uploadedAt: new Date(Number(row.at_ms)).toISOString(),
      uploadedBy: String(row.who),
    };
  });
}

/** undefined: there is none, or it is of another type. */
export async function readContent(
  query: Query,
  { hash, mime }: Pick<ImageName, 'hash' | 'mime'>,
): Promise<Uint8Array | undefined> {
  const [row] = await query('select content from images where hash = $1 and mime = $2', [
    hash,
    mime,
  ]);
  return row === undefined ? undefined : (row.content as Uint8Array);
}

/** Of these hashes, those whose images are there. */
export async function knownHashes(
  query: Query,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectAll(
    query,
    hashes,
    (list) => `select hash from images where hash in (${list})`,
  );
  return new Set(rows.map(({ hash }) => String(hash)));
}

export type RemovedImage =
  | { readonly kind: 'removed' }
  | { readonly kind: 'not-found' }
  /** A campaign that names it. */
  | { readonly kind: 'named'; readonly campaign: string };

/** Removes an image of all advertisers, unless a campaign names it as it is edited or as it is approved. */
export function removeImage(
  database: Pick<Database, 'transaction'>,
  hash: string,
  by: ImageChange,
): Promise<RemovedImage> {
  return database.transaction(async (query): Promise<RemovedImage> => {
    // No campaign changes meanwhile.
    const revision = await nextRevision(query);
    const [row] = await query('select mime, w, h, bytes from images where hash = $1', [hash]);
    if (row === undefined) return { kind: 'not-found' };
    const [named] = await query(
      `select key from campaigns where state <> 'deleted' and (approved like $1
        or exists (select 1 from creatives where creatives.key = campaigns.key
          and creatives.definition like $2)) limit 1`,
      [namedLike(hash), namedLike(hash)],
    );
    if (named !== undefined) return { kind: 'named', campaign: String(named.key) };
    await query('delete from image_uploads where hash = $1', [hash]);
    await query('delete from images where hash = $1', [hash]);
    const { mime, w, h, bytes } = row;
    const changes = differencesOf(
      { mime, w: Number(w), h: Number(h), bytes: Number(bytes) },
      undefined,
    );
    await writeHistory(query, {
      ...by,
      revision,
      kind: 'image',
      id: hash,
      action: 'delete',
      changes,
    });
    return { kind: 'removed' };
  });
}

/** As the URL of an image is in the text of a campaign. */
function namedLike(hash: string): string {
  return `%/images/${hash}.%`;
}

async function hasRows(rows: ReturnType<Query>): Promise<boolean> {
  return (await rows).length > 0;
}
