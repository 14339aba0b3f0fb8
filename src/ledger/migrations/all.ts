import { firstTables } from './001-first-tables.ts';
import { campaignStore } from './002-campaign-store.ts';
import { lanes } from './003-lanes.ts';
import { severalDatabases } from './004-several-databases.ts';
import { factsByMonth } from './005-facts-by-month.ts';
import { campaignDelivery } from './006-campaign-delivery.ts';
import { approvedVersion } from './007-approved-version.ts';
import { twoSides } from './008-two-sides.ts';
import { journals } from './009-journals.ts';
import { machines } from './010-machines.ts';
import type { Migration } from './migration.ts';

/** The version of a database is the number of steps that it has had. New steps go to the end. */
export const MIGRATIONS: readonly Migration[] = [
  firstTables,
  campaignStore,
  lanes,
  severalDatabases,
  factsByMonth,
  campaignDelivery,
  approvedVersion,
  twoSides,
  journals,
  machines,
];
