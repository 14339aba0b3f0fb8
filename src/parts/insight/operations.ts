import Type from 'typebox';
import type { AuctionRecord, RefusedRecord } from '../../core/auction/explain.ts';
import {
  type RequestList,
  type RequestQuestion,
  readQuestion,
} from '../../core/exchange/request-rows.ts';
import { CampaignSchema } from '../../demand/campaigns/campaign-schema.ts';
import { rememberedIn, rememberedRequests } from '../../host/machine/pool.ts';
import type { CampaignEstimate, CampaignTraffic } from '../../host/offers.ts';
import { op } from '../../host/op.ts';
import { type SampleSearch, sampledRequests } from '../../ledger/samples/sampled-outcomes.ts';
import { told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { isTimeZone, UTC } from '../../lib/time-zone.ts';
import { checkedText, OptionalTime } from '../../lib/value-schemas.ts';
import { estimatesOf } from './estimate.ts';
import { type Live, liveNow } from './live.ts';
import { trafficOf } from './traffic.ts';

const TEXT = Type.Optional(Type.String({ maxLength: 256 }));

const RequestsQuery = Type.Object({
  find: TEXT,
  publisher: TEXT,
  outcome: TEXT,
  partner: TEXT,
  answer: TEXT,
  campaign: TEXT,
  advertiser: TEXT,
  from: OptionalTime,
  to: OptionalTime,
} satisfies Record<keyof RequestQuestion, unknown>);

/** A longer time tells nothing more of what is asked for now. */
const TRAFFIC_DAYS_MAX = 31;
const TRAFFIC_DAYS = 7;

/** What happens to requests, and why. */
export const INSIGHT_OPS = [
  op('GET /requests', {
    role: 'read',
    summary: 'Auctions and refusals that are remembered, the newest first',
    query: RequestsQuery,
    answer: told<RequestList>(),
    run: ({ host, query }) => rememberedRequests(host.pool, readQuestion(query)),
  }),
  op('GET /requests/{id}', {
    role: 'read',
    summary: 'What became of a request: the explanation of its auction, or why it was refused',
    answer: told<AuctionRecord | RefusedRecord>(),
    run: async ({ host, parts: { id } }) => rememberedText(id, await host.pool.ask('outcome', id)),
  }),
  op('GET /requests/{id}/request', {
    role: 'read',
    summary: 'The request of an auction without anything about the person, to be sent again',
    answer: told<object>(),
    run: async ({ host, parts: { id } }) => rememberedText(id, await host.pool.ask('request', id)),
  }),
  op('GET /api/samples', {
    role: 'read',
    summary: 'Requests of all machines that were kept as samples, the newest first',
    query: RequestsQuery,
    answer: told<SampleSearch>(),
    run({ host: { database, work }, query }) {
      const { sampleDays } = work().setup.config.ledger;
      return sampledRequests(database(), sampleDays, readQuestion(query));
    },
  }),
  op('GET /api/live', {
    role: 'read',
    summary: 'Figures of each second of the last 15 minutes, the funnel, troubles and limits',
    answer: told<Live>(),
    run: ({ host }) => liveNow(host),
  }),
  op('POST /api/campaigns/estimate', {
    role: 'read',
    summary:
      'What a campaign would match, win and spend in a day, from sampled requests, without a change',
    query: Type.Object({ partner: Type.Optional(Type.String()) }),
    body: CampaignSchema,
    answer: told<CampaignEstimate>(),
    // It may have to wait for three others.
    waitMsMax: 30_000,
    run: ({ host, query, body, visit: { request } }) =>
      estimatesOf(host)(query.partner, body, () => request.signal.aborted),
  }),
  op('GET /api/traffic', {
    role: 'read',
    summary: 'How many requests had each country, language, intent and publisher',
    query: Type.Object({
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: TRAFFIC_DAYS_MAX })),
      zone: Type.Optional(checkedText('a time zone like UTC or Europe/Berlin', isTimeZone)),
    }),
    answer: told<CampaignTraffic>(),
    run: ({ host, query: { days = TRAFFIC_DAYS, zone = UTC } }) => trafficOf(host, { days, zone }),
  }),
] as const;

/** JSON text that a worker has, or a refusal. */
function rememberedText(
  id: string,
  replies: Parameters<typeof rememberedIn>[0],
): Response | Refusal {
  const found = rememberedIn(replies);
  if (found instanceof Refusal) return found;
  return found === undefined
    ? refuse.notFound(`no request "${id}" is remembered: it may be too long ago`)
    : new Response(found, { headers: { 'Content-Type': 'application/json' } });
}
