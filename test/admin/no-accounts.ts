import type { AdminApi } from '../../src/http/admin/admin-api.ts';
import { NOT_FOUND } from '../../src/store/refused-change.ts';

const notFound = async () => NOT_FOUND;
const KIND = {
  read: async () => undefined,
  create: notFound,
  replace: notFound,
  setState: notFound,
};

const NO_ROWS = { rows: [], total: 0, page: 1, pages: 1 } as const;

/** The accounts of a machine that has none. */
export const NO_ACCOUNTS: Pick<AdminApi, 'accounts' | 'buyers' | 'portal'> = {
  accounts: {
    publishers: {
      ...KIND,
      list: async () => ({ rows: [], total: 0, page: 1, pages: 1 }),
      makeKey: notFound,
      invite: notFound,
      revoke: notFound,
    },
    partners: {
      ...KIND,
      test: async () => undefined,
      testEntry: async () => ({ kind: 'faults', faults: [] }),
    },
    advertisers: {
      ...KIND,
      list: async () => ({ rows: [], total: 0, page: 1, pages: 1 }),
      figures: async () => ({
        campaigns: [],
        campaignCount: 0,
        running: 0,
        waiting: [],
        waitingCount: 0,
        spend: null,
      }),
    },
    people: {
      find: () => undefined,
      isKnown: () => false,
      passkeysOf: () => [],
      findPasskey: () => undefined,
      addPasskey: notFound,
      removePasskey: notFound,
    },
    accept: async () => 'unknown',
    history: async () => ({ rows: [] }),
  },
  buyers: {
    buyers: {
      ...KIND,
      list: async () => ({ ...NO_ROWS, isEnabled: false, hasTestController: false, waiting: 0 }),
      makeToken: notFound,
      revokeToken: notFound,
    },
    products: { ...KIND, list: () => NO_ROWS },
    accounts: { list: async () => NO_ROWS, decide: notFound, waiting: async () => 0 },
    buys: { list: async () => NO_ROWS },
    history: async () => ({ rows: [] }),
  },
  // Nothing else is asked of a publisher that is not found.
  portal: { find: () => undefined } as unknown as AdminApi['portal'],
};
