import type { Host } from '../../../host/host.ts';
import { createImageClient } from '../../../host/http/client/image-client.ts';
import { createFetchSize } from '../fetch-size.ts';
import { addImage, listImages, removeImage } from '../image-store.ts';
import { readImage } from '../read-image.ts';
import type { ImagesApi } from './images-api.ts';

type ImageSources = Pick<Host, 'ledger' | 'images' | 'work' | 'nowMs' | 'tickMs'>;

export function imageAnswers({ ledger, images, work, nowMs, tickMs }: ImageSources): ImagesApi {
  function reachable() {
    const database = ledger.database();
    if (database === undefined) throw new Error('the database cannot be reached');
    return database;
  }

  /** A campaign of a file that names an image. */
  function namedInFiles(hash: string): string | undefined {
    for (const [partner, campaigns] of work().setup.campaigns) {
      const found = campaigns.find(({ creatives }) =>
        JSON.stringify(creatives).includes(`/images/${hash}.`),
      );
      if (found !== undefined) return `${partner}/${found.id}`;
    }
    return undefined;
  }

  return {
    async upload(advertiser, content, author) {
      const facts = readImage(content, 'whole');
      if ('reason' in facts) return facts;
      return addImage(reachable(), { advertiser, content, facts }, { author, nowMs: nowMs() });
    },
    list: async (advertiser) => listImages(reachable().query, advertiser),
    async remove(hash, author) {
      const campaign = namedInFiles(hash);
      if (campaign !== undefined) return { kind: 'named', campaign };
      const removed = await removeImage(reachable(), hash, { author, nowMs: nowMs() });
      if (removed.kind === 'removed') await images.remove(hash);
      return removed;
    },
    sizeOf: createFetchSize(createImageClient(), tickMs),
  };
}
