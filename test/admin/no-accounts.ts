import type { AdminApi } from '../../src/host/admin/admin-api.ts';

/** The accounts of a machine that has none, as far as it is asked for them before a route is found. */
export const NO_ACCOUNTS = {
  accounts: {
    publishers: {},
    partners: {},
    advertisers: {},
    people: { find: () => undefined, isKnown: () => false },
  },
  buyers: { buyers: {}, products: {}, accounts: {}, buys: {} },
  portal: { find: () => undefined },
} as unknown as Pick<AdminApi, 'accounts' | 'buyers' | 'portal'>;
