import { DAY_MS } from '../../lib/day.ts';
import type { Migration } from './migration.ts';

const DAY = `minute_ms / ${DAY_MS}`;

/** Counts from before have no creative. */
const earlier = (kind: string, count: string, amount = '0') =>
  `insert into campaign_delivery (partner, campaign, day, kind, detail, publisher, count, amount)
   select partner, campaign, ${DAY}, '${kind}', '', '', sum(${count}), sum(${amount})
   from rollups where campaign <> '' and (${count} > 0 or ${amount} > 0)
   group by partner, campaign, ${DAY}`;

export const campaignDelivery: Migration = () => [
  // What becomes of the chances of our own campaigns, by day of UTC. `delivery.ts` explains `kind` and `detail`.
  `create table campaign_delivery (
    partner text not null,
    campaign text not null,
    day bigint not null,
    kind text not null,
    detail text not null,
    publisher text not null,
    count bigint not null,
    amount bigint not null,
    primary key (partner, campaign, day, kind, detail, publisher)
  )`,
  'create index campaign_delivery_day on campaign_delivery (day)',
  earlier('won', 'sold'),
  earlier('shown', 'impressions'),
  earlier('clicked', 'clicks'),
  // Bills were not counted by themselves.
  earlier('billed', 'impressions', 'spend_nanos'),
];
