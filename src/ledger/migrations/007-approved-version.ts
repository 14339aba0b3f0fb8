import type { Migration } from './migration.ts';

/**
 * The content of a campaign that was approved and serves while a change of it waits, as JSON; null where the campaign
 * and the reviews of its creatives say it. So campaigns of before are approved as they are, and those that machines of
 * the version before write are approved as these machines serve them.
 */
export const approvedVersion: Migration = () => ['alter table campaigns add column approved text'];
