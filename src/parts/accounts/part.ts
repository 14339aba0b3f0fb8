import { importableOf } from '../../host/import-ops.ts';
import type { Part } from '../../host/part.ts';
import { ADVERTISER, PARTNER, PUBLISHER } from '../../store/account-kinds.ts';
import { ADVERTISER_OPS } from './advertisers.ts';
import { PARTNER_OPS } from './partners.ts';
import { createPeople } from './people.ts';
import { PUBLISHER_OPS, unknownCurrency } from './publishers.ts';

export const ACCOUNTS = {
  name: 'accounts',
  start: (host) => ({ people: createPeople(host) }),
  ops: [...PUBLISHER_OPS, ...PARTNER_OPS, ...ADVERTISER_OPS],
  imports: (host) => [
    importableOf(PUBLISHER, host, { name: 'publishers', write: 'admin', check: unknownCurrency }),
    importableOf(PARTNER, host, { name: 'partners', write: 'admin', check: unknownCurrency }),
    importableOf(ADVERTISER, host, { name: 'advertisers', write: 'ads' }),
  ],
} as const satisfies Part;
