import Type from 'typebox';
import {
  IMAGE_TYPES,
  type ImageName,
  type ImageType,
  imagePath,
} from '../../host/http/stored-images.ts';
import type { By } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import type { Query } from '../../lib/sql/database.ts';
import { CAMPAIGN } from '../../store/campaign-kind.ts';
import { type RecordOf, recordKind } from '../../store/record-kind.ts';
import type { Records } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { hashOf, type ImageFacts } from './read-image.ts';

/** Of one advertiser: more than its campaigns have pictures. */
export const ADVERTISER_IMAGES_MAX = 500;
export const ADVERTISER_BYTES_MAX = 200 * 1024 * 1024;
/** Of all advertisers together, which bounds the database and its backups. */
const STORE_BYTES_MAX = 10 * 1024 ** 3;
const IMAGES_MAX = 50_000;

/** What the bytes of an image say of it. */
export const Facts = Type.Object({
  mime: Type.Enum(Object.keys(IMAGE_TYPES) as ImageType[]),
  w: Type.Integer(),
  h: Type.Integer(),
});

/** An image that people have uploaded, with the advertisers for which it counts. Its id is the hash of its bytes. */
export const IMAGE = recordKind({
  name: 'image',
  schema: Type.Object({
    ...Facts.properties,
    bytes: Type.Integer(),
    uploads: Type.Array(
      Type.Object({ advertiser: Type.String(), at: Type.String(), by: Type.String() }),
    ),
  }),
  states: { active: ['deleted'] },
  kept: null,
  countMax: IMAGES_MAX,
});

type Image = RecordOf<typeof IMAGE>;

const uploadOf = ({ definition }: Image, advertiser: string) =>
  definition.uploads.find((one) => one.advertiser === advertiser);

/** What a creative of a campaign takes, with its size in bytes. */
export function shownImage({ id, definition: { mime, w, h, bytes } }: Image) {
  return { url: imagePath(id, mime), w, h, mime, bytes };
}

type Imaging = {
  readonly store: Store;
  readonly records: Records;
  readonly nowMs: () => number;
};

type Upload = {
  readonly advertiser: string;
  readonly content: Uint8Array;
  readonly facts: ImageFacts;
};

/** Stores an image once, and counts it once for the advertiser. Nothing is changed where the advertiser has it already. */
export async function addImage(host: Imaging, upload: Upload, by: By): Promise<Image | Refusal> {
  const { store, records, nowMs } = host;
  const { advertiser, content, facts } = upload;
  const id = hashOf(content);
  const known = await store.read(IMAGE, id);
  if (known !== undefined && uploadOf(known, advertiser) !== undefined) return known;
  const counted = { advertiser, at: new Date(nowMs()).toISOString(), by: by.who };
  const check = async (query: Query) =>
    fullness(await records.current(query, IMAGE), { id, advertiser, bytes: content.length });
  const made =
    known === undefined
      ? await store.create(IMAGE, { ...facts, bytes: content.length, uploads: [counted] }, by, {
          id,
          check,
          also: (query) =>
            query('insert into images (hash, mime, content) values ($1, $2, $3)', [
              id,
              facts.mime,
              content,
            ]),
        })
      : await store.change(IMAGE, id, {
          action: 'upload',
          by,
          async next(before, query) {
            if (uploadOf(before, advertiser) !== undefined) return THEIRS;
            const { definition } = before;
            const uploads = [...definition.uploads, counted];
            return (await check(query)) ?? { definition: { ...definition, uploads } };
          },
        });
  // Somebody else has uploaded it meanwhile.
  return made instanceof Refusal && made.code === 'ALREADY_EXISTS'
    ? addImage(host, upload, by)
    : made;
}

const THEIRS = refuse.exists('the advertiser has this image already');

type Growth = { readonly id: string; readonly advertiser: string; readonly bytes: number };

/** A refusal where a bound would be passed. */
function fullness(
  images: readonly Image[],
  { id, advertiser, bytes }: Growth,
): Refusal | undefined {
  const own = images.filter((one) => uploadOf(one, advertiser) !== undefined);
  if (own.length >= ADVERTISER_IMAGES_MAX) {
    return refuse.notAllowed(
      `expected at most ${ADVERTISER_IMAGES_MAX} images of ${advertiser}, which it has: delete some that no campaign names`,
    );
  }
  const ownBytes = bytesOf(own);
  if (ownBytes + bytes > ADVERTISER_BYTES_MAX) {
    return refuse.notAllowed(
      `expected at most ${ADVERTISER_BYTES_MAX} bytes of images of ${advertiser}, but it has ${ownBytes} and this one ${bytes}: delete some that no campaign names`,
    );
  }
  if (bytesOf(images.filter((one) => one.id !== id)) + bytes <= STORE_BYTES_MAX) return undefined;
  return refuse.notAllowed(
    `expected at most ${STORE_BYTES_MAX} bytes of images of all advertisers: delete some that no campaign names`,
  );
}

const bytesOf = (images: readonly Image[]): number =>
  images.reduce((sum, { definition }) => sum + definition.bytes, 0);

/** Those of an advertiser, the latest first. */
export function listImages(records: Records, advertiser: string) {
  const rows = records.all(IMAGE).flatMap((image) => {
    const upload = uploadOf(image, advertiser);
    if (upload === undefined) return [];
    return { ...shownImage(image), uploadedAt: upload.at, uploadedBy: upload.by };
  });
  return rows.toSorted((one, other) => (one.uploadedAt > other.uploadedAt ? -1 : 1));
}

/** Removes an image of all advertisers, unless a campaign of the store names it as it is edited or as it is approved. */
export function removeImage({ store }: Pick<Imaging, 'store'>, hash: string, by: By) {
  return store.change(IMAGE, hash, {
    action: 'delete',
    by,
    async next(_, query) {
      // No campaign changes meanwhile.
      const [named] = await query(
        `select id from records where kind = $1 and state <> 'deleted'
          and (definition like $2 or kept like $2) limit 1`,
        [CAMPAIGN.name, `%${namePart(hash)}%`],
      );
      return named === undefined ? { state: 'deleted' } : namedBy(String(named.id));
    },
    also: (query) => query('delete from images where hash = $1', [hash]),
  });
}

/** As the URL of an image is in the text of a campaign. */
export const namePart = (hash: string): string => `/images/${hash}.`;

export const namedBy = (campaign: string): Refusal =>
  refuse.notAllowed(`the campaign ${campaign} names it: take it out of the campaign first`);

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
