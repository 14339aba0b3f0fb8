import Type from 'typebox';
import { advertiserDomain } from '../../core/openrtb/host-name.ts';
import type { Host } from '../../host/host.ts';
import { createOutsideClient, IMAGE_REPLIES } from '../../host/http/client/outside-client.ts';
import { IMAGE_TYPES } from '../../host/http/stored-images.ts';
import { op } from '../../host/op.ts';
import { perObject } from '../../lib/lookup.ts';
import { BYTES, told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { checkedText } from '../../lib/value-schemas.ts';
import { CAMPAIGN } from '../../store/campaign-kind.ts';
import { createFetchSize } from './fetch-size.ts';
import {
  ADVERTISER_BYTES_MAX,
  ADVERTISER_IMAGES_MAX,
  addImage,
  Facts,
  listImages,
  namedBy,
  namePart,
  removeImage,
  shownImage,
} from './image.ts';
import { imageFilesOf } from './image-files.ts';
import { IMAGE_BYTES_MAX, readImage } from './read-image.ts';

const OfAdvertiser = Type.Object({
  advertiser: checkedText(
    'the domain of the advertiser, a host name like "shop.example"',
    (text) => advertiserDomain(text) !== undefined,
  ),
});

/** By which it is compared everywhere: without `www.` and in small letters. */
const domainOf = (text: string): string => advertiserDomain(text) ?? text;

type ImageList = {
  readonly rows: ReturnType<typeof listImages>;
  readonly bytes: number;
  readonly limits: { readonly images: number; readonly bytes: number };
};

const fetchSizeOf = perObject((host: Host) =>
  createFetchSize(createOutsideClient(IMAGE_REPLIES), host.tickMs),
);

const notUsable = (reason: string) => refuse.notValid([{ field: '', reason }]);

/** Images of creatives. */
export const IMAGE_OPS = [
  op('GET /api/images', {
    role: 'read',
    summary: 'The images of an advertiser, the latest first, and how much room it has',
    query: OfAdvertiser,
    answer: told<ImageList>(),
    run({ host, query }) {
      const rows = listImages(host.records, domainOf(query.advertiser));
      const limits = { images: ADVERTISER_IMAGES_MAX, bytes: ADVERTISER_BYTES_MAX };
      return { rows, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0), limits };
    },
  }),
  op('POST /api/images', {
    role: 'ads',
    summary: 'Stores an image, once by its content; `url` is what a creative of a campaign takes',
    query: OfAdvertiser,
    body: BYTES,
    bodyTypes: Object.keys(IMAGE_TYPES),
    bodyBytesMax: IMAGE_BYTES_MAX,
    answer: Type.Object({ url: Type.String(), bytes: Type.Integer(), ...Facts.properties }),
    async run({ host, query, body: content, by }) {
      const facts = readImage(content, 'whole');
      if ('reason' in facts) return notUsable(facts.reason);
      const upload = { advertiser: domainOf(query.advertiser), content, facts };
      const image = await addImage(host, upload, by);
      return image instanceof Refusal ? image : shownImage(image);
    },
  }),
  op('POST /api/images/size', {
    role: 'ads',
    summary: 'The type and the size of an image elsewhere, by its first bytes',
    body: Type.Object({ url: Type.String() }),
    answer: Facts,
    async run({ host, body }) {
      const found = await fetchSizeOf(host)(body.url);
      if (found === 'too-many') {
        return refuse.rateLimited('several images are being read: wait a few seconds');
      }
      return 'reason' in found ? notUsable(found.reason) : found;
    },
  }),
  op('DELETE /api/images/{hash}', {
    role: 'ads',
    summary: 'Deletes an image that no campaign names',
    async run({ host, parts: { hash }, by }) {
      const campaign = namedInFiles(host, hash);
      if (campaign !== undefined) return namedBy(campaign);
      const removed = await removeImage(host, hash, by);
      if (removed instanceof Refusal) return removed;
      await imageFilesOf(host).remove(hash);
      return undefined;
    },
  }),
] as const;

/** A campaign of a file that names an image. */
const namedInFiles = ({ records }: Pick<Host, 'records'>, hash: string): string | undefined =>
  records
    .all(CAMPAIGN)
    .find(
      ({ source, definition }) =>
        source === 'config' && JSON.stringify(definition.creatives).includes(namePart(hash)),
    )?.id;
