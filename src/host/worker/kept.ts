import { createRecentRefusals } from '../../core/exchange/recent-refusals.ts';
import {
  AUCTIONS_REMEMBERED,
  createRememberedAuctions,
} from '../../core/exchange/remembered-auctions.ts';
import { createLossNotices } from '../../core/sale/loss-notices.ts';
import { defaultImage } from '../../demand/campaigns/default-images.ts';
import { createFindImage } from '../../demand/catalog/images.ts';
import { loadProducts } from '../../demand/catalog/products.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { createFindStored, type FindStored } from '../../parts/images/image-files.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { type FindPicture, PICTURES_ROOT } from '../http/images.ts';
import { createLimitWatch } from '../limits/watched-limiter.ts';
import { createSampler } from '../observe/sample.ts';
import type { BringImage, Placement } from './messages.ts';
import type { Work } from './work.ts';
import { openWorkerJournal } from './worker-journal.ts';

const LOG_LINES_PER_SECOND = 5;

/** What a worker keeps over a reload. */
export type KeptOverReloads = ReturnType<typeof createKept>;

export function createKept(
  runtime: Runtime,
  { port, slot, journal }: Placement,
  { assignment, setup }: Work,
  /** Returns the partners of now, and those that were removed. */
  knownPartners: Parameters<typeof createNoticeClient>[0],
  bringImage: BringImage,
) {
  const { workers } = assignment;
  const { dataDir } = setup.config;
  const { log, nowMs, chance } = runtime;
  const sampleLog = () => createSampler(LOG_LINES_PER_SECOND, { nowMs, chance });
  return {
    ...runtime,
    port,
    slot,
    journal: openWorkerJournal({ dataDir, name: journal, workers, nowMs, chance, log }),
    recent: createRememberedAuctions(AUCTIONS_REMEMBERED, nowMs),
    refusals: createRecentRefusals(),
    limitWatch: createLimitWatch(),
    notifyLosses: createLossNotices(createNoticeClient(knownPartners)),
    sampler: sampleLog(),
    refusalSampler: sampleLog(),
    findPicture: createFindPicture(createFindStored(dataDir, bringImage)),
  };
}

/** Those that are drawn here, for sample campaigns and products, and those that people have uploaded. */
function createFindPicture(findStored: FindStored): FindPicture {
  const findProductImage = createFindImage(loadProducts());
  return async (path) => {
    const svg =
      defaultImage(path.slice(PICTURES_ROOT.length, -'.svg'.length)) ?? findProductImage(path);
    if (svg !== undefined) return { body: svg, contentType: 'image/svg+xml' };
    const stored = await findStored(path);
    if (typeof stored === 'string') return stored;
    // Sent from the file: as bytes, each caller that takes them slowly would hold as much memory as the image has.
    return { body: Bun.file(stored.file), contentType: stored.mime, hash: stored.hash };
  };
}
