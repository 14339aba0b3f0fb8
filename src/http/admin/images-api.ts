import type { BadImage } from '../../images/image-bytes.ts';
import type { AddedImage, ListedImage, RemovedImage } from '../../images/image-store.ts';
import type { ImageFacts } from '../../images/read-image.ts';
import type { Author } from '../../store/write-store.ts';

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
