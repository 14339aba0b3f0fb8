import type { Migration } from './migration.ts';

/**
 * Postgres keeps facts in a table for each month in which their sales were made, so that old ones can be dropped at
 * once. All facts of a sale carry the time of the sale, so a fact is still recognized when it comes again. The facts of
 * before become the first part, up to the next month. Statements that name `facts` stay valid.
 */
const BY_MONTH = `do $$
declare
  newest timestamptz;
  bound bigint;
begin
  select greatest(now(), to_timestamp(coalesce(max(sold_ms), 0) / 1000)) into newest from facts;
  bound := 1000 * extract(epoch from
    (date_trunc('month', newest at time zone 'UTC') + interval '1 month') at time zone 'UTC');
  alter table facts rename to facts_before;
  alter table facts_before drop constraint facts_pkey;
  alter table facts_before add primary key (auction_id, imp_id, kind, sold_ms);
  create table facts (like facts_before including defaults) partition by range (sold_ms);
  alter table facts add primary key (auction_id, imp_id, kind, sold_ms);
  execute format('alter table facts attach partition facts_before for values from (minvalue) to (%s)', bound);
  create index facts_all_at_ms on facts (at_ms);
  create table facts_rest partition of facts default;
end $$`;

export const factsByMonth: Migration = (kind) => (kind === 'postgres' ? [BY_MONTH] : []);
