import { kindImport } from '../../host/import-ops.ts';
import type { Part } from '../../host/part.ts';
import { ADVERTISER, PARTNER, PUBLISHER } from '../../store/account-kinds.ts';
import { ADVERTISER_OPS } from './advertisers.ts';
import { FEEDBACK_OPS } from './feedback.ts';
import { PARTNER_OPS } from './partners.ts';
import { createPeople } from './people.ts';
import { PUBLISHER_OPS, unknownCurrency } from './publishers.ts';

export const ACCOUNTS = {
  name: 'accounts',
  people: createPeople,
  ops: [...PUBLISHER_OPS, ...PARTNER_OPS, ...ADVERTISER_OPS, ...FEEDBACK_OPS],
  imports: [
    kindImport(PUBLISHER, { name: 'publishers', write: 'admin', check: unknownCurrency }),
    kindImport(PARTNER, { name: 'partners', write: 'admin', check: unknownCurrency }),
    kindImport(ADVERTISER, { name: 'advertisers', write: 'ads' }),
  ],
} as const satisfies Part;
