import type { Author } from '../../../lib/op.ts';
import type { BadImage } from '../image-bytes.ts';
import type { AddedImage, ListedImage, RemovedImage } from '../image-store.ts';
import type { ImageFacts } from '../read-image.ts';

/** Images of creatives. Rejects while the database cannot be reached. */
export type ImagesApi = {
  /** The advertiser is the domain of its campaigns. */
  readonly upload: (
    advertiser: string,
    content: Uint8Array,
    author: Author,
  ) => Promise<AddedImage | BadImage>;
  /** The latest first. */
  readonly list: (advertiser: string) => Promise<readonly ListedImage[]>;
  readonly remove: (hash: string, author: Author) => Promise<RemovedImage>;
  /** Of an image elsewhere. */
  readonly sizeOf: (url: string) => Promise<ImageFacts | BadImage | 'too-many'>;
};
