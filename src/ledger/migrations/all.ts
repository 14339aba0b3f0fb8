import { firstTables } from './001-first-tables.ts';
import { campaignStore } from './002-campaign-store.ts';
import { campaignDelivery } from './003-campaign-delivery.ts';
import type { Migration } from './migration.ts';

/** The version of a database is the number of steps that it has had. New steps go to the end. */
export const MIGRATIONS: readonly Migration[] = [firstTables, campaignStore, campaignDelivery];
