import { kindImport } from '../../host/import-ops.ts';
import type { Part } from '../../host/part.ts';
import { BUYER, PRODUCT } from '../../store/account-kinds.ts';
import { BUYER_OPS, ofKnownPublishers } from './operations.ts';

export const BUYERS = {
  name: 'buyers',
  ops: BUYER_OPS,
  imports: [
    kindImport(BUYER, { name: 'buyers', write: 'admin' }),
    kindImport(PRODUCT, { name: 'products', write: 'admin', check: ofKnownPublishers }),
  ],
} as const satisfies Part;
