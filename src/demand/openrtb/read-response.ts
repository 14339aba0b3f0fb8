import type { Static } from 'typebox';
import { Compile } from 'typebox/schema';
import { parseJson } from '../../lib/json.ts';
import { toMicros } from '../../lib/money.ts';
import { findFault } from '../../lib/schema-fault.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import { ANSWER_ITEMS_MAX, VALUES_MAX } from '../../openrtb/size-limits.ts';
import type { HttpReply, PartnerBid, PartnerReply } from '../partner.ts';
import { BidSchema, ResponseSchema } from './response-schema.ts';

const bidCheck = Compile(BidSchema);
const responseCheck = Compile(ResponseSchema);

export type ReadOptions = { readonly requestId: string; readonly partner: string };

/** Of all seats together; more are a fault of the partner's own. */
const BIDS_MAX = ANSWER_ITEMS_MAX.bids;

export function readResponse(reply: HttpReply, options: ReadOptions): PartnerReply {
  if (reply.status === 204) return { kind: 'no-bid', reason: 'HTTP 204' };
  if (reply.status !== 200) return { kind: 'malformed', reason: `HTTP status ${reply.status}` };
  if (reply.text === '') return { kind: 'no-bid', reason: 'an empty body' };
  const parsed = parseJson(reply.text, VALUES_MAX.answer);
  if (parsed.kind === 'too-many-values') return { kind: 'malformed', reason: parsed.reason };
  if (parsed.kind === 'fault') return { kind: 'malformed', reason: `not JSON: ${parsed.reason}` };
  const response = fit(responseCheck, ResponseSchema, parsed.value);
  if (typeof response === 'string') return { kind: 'malformed', reason: response };

  const { seatbid = [], nbr, cur = 'USD', id } = response;
  const count = seatbid.reduce((sum, { bid }) => sum + (bid?.length ?? 0), 0);
  if (count === 0) {
    return { kind: 'no-bid', reason: nbr === undefined ? 'no bids' : `no-bid reason ${nbr}` };
  }
  if (count > BIDS_MAX) return { kind: 'malformed', reason: `more than ${BIDS_MAX} bids` };
  if (id !== options.requestId) {
    return { kind: 'malformed', reason: 'the answer is for another request (id)' };
  }
  return readBids(seatbid, cur, options.partner);
}

function readBids(
  seatbid: NonNullable<Static<typeof ResponseSchema>['seatbid']>,
  currency: string,
  partner: string,
): PartnerReply {
  const bids: PartnerBid[] = [];
  const unreadable: string[] = [];
  for (const { seat = partner, group, bid: seatBids = [] } of seatbid) {
    const shared = group === 1 ? { group: { size: seatBids.length } } : {};
    for (const value of seatBids) {
      const bid = fit(bidCheck, BidSchema, value);
      if (typeof bid === 'string') {
        unreadable.push(bid);
        continue;
      }
      const { price, adm = '', adomain = [], ...rest } = bid;
      bids.push({
        ...rest,
        ...shared,
        priceMicros: toMicros(price),
        currency,
        seat,
        adomain,
        creative: { kind: 'markup', adm },
      });
    }
  }
  return { kind: 'bids', bids, unreadable };
}

function fit<S extends typeof BidSchema | typeof ResponseSchema>(
  check: { Check: (value: unknown) => value is Static<S> },
  schema: S,
  value: unknown,
): Static<S> | string {
  if (check.Check(value)) return value;
  const cleaned = withoutNulls(schema, value);
  if (check.Check(cleaned)) return cleaned;
  const fault = findFault(schema, cleaned);
  return `${fault?.path || 'the root'}: ${fault?.reason}`;
}
