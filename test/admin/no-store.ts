import type { TrafficOfField } from '../../src/console/campaigns/traffic.ts';
import type { BulkApi } from '../../src/http/admin/bulk-api.ts';
import type { ImagesApi } from '../../src/http/admin/images-api.ts';
import type { StoreApi } from '../../src/http/admin/store-api.ts';
import type { SupplyApi } from '../../src/http/admin/supply-api.ts';
import { NOT_FOUND } from '../../src/store/refused-change.ts';
import { campaignDelivery } from '../../src/supervisor/admin-api/delivery.ts';

const notFound = async () => NOT_FOUND;

/** The store of a machine none of whose partners uses it. */
export const NO_STORE: StoreApi = {
  partners: () => [],
  check: () => [],
  estimate: notFound,
  traffic: async ({ days }) => {
    const nothing: TrafficOfField = { requests: 0, values: [], unlisted: 'none' };
    const fields = {
      countries: nothing,
      languages: nothing,
      intents: nothing,
      publishers: nothing,
    };
    return { days, fields };
  },
  all: () => [],
  read: async () => undefined,
  create: notFound,
  replace: notFound,
  replaceCreative: notFound,
  setState: notFound,
  review: notFound,
  delivery: async () => campaignDelivery([]),
  nearly: notFound,
  audit: async () => [],
};

/** The images of a machine that has none. */
export const NO_IMAGES: ImagesApi = {
  upload: async () => ({ reason: 'this test uploads no images' }),
  list: async () => [],
  remove: async () => ({ kind: 'not-found' }),
  sizeOf: async () => ({ reason: 'this test reads no images' }),
};

/** The supply of a machine without publishers. */
export const NO_SUPPLY: SupplyApi = { read: async () => undefined, check: async () => undefined };

/** Of a machine without a store. */
export const NO_BULK: BulkApi = {
  select: async () => ({ campaigns: [], total: 0 }),
  preview: () => ({ results: [] }),
  change: async () => ({ results: [] }),
  exportText: () => undefined,
  previewImport: async () => undefined,
  importFile: async () => undefined,
};
