import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/schema';
import { parseJson } from '../../lib/json.ts';
import { toMicros } from '../../lib/money.ts';
import { findFault } from '../../lib/schema-fault.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import type { HttpReply, PartnerBid, PartnerReply } from '../partner.ts';

/** A DSP's answer: only what the auction reads is declared, and each bid is read by itself. */

const Text = Type.Optional(Type.String());
const Texts = Type.Optional(Type.Array(Type.String()));
const Whole = Type.Optional(Type.Integer());

/** The bidder's information under the Digital Services Act, of which the types are held. */
const Dsa = Type.Object({
  behalf: Text,
  paid: Text,
  adrender: Whole,
  transparency: Type.Optional(
    Type.Array(Type.Object({ domain: Text, dsaparams: Type.Optional(Type.Array(Type.Integer())) })),
  ),
});

const BidSchema = Type.Object({
  id: Type.String(),
  impid: Type.String(),
  price: Type.Number(),
  adm: Text,
  adomain: Texts,
  crid: Text,
  cid: Text,
  cat: Texts,
  cattax: Whole,
  attr: Type.Optional(Type.Array(Type.Integer())),
  language: Text,
  bundle: Text,
  dealid: Text,
  mtype: Whole,
  exp: Whole,
  nurl: Text,
  burl: Text,
  lurl: Text,
  adid: Text,
  ext: Type.Optional(Type.Object({ dsa: Type.Optional(Dsa) })),
});

const ResponseSchema = Type.Object({
  id: Text,
  cur: Text,
  nbr: Whole,
  seatbid: Type.Optional(
    Type.Array(
      Type.Object({
        seat: Text,
        group: Whole,
        bid: Type.Optional(Type.Array(Type.Unknown())),
      }),
    ),
  ),
});

const bidCheck = Compile(BidSchema);
const responseCheck = Compile(ResponseSchema);

export type ReadOptions = { readonly requestId: string; readonly partner: string };

/** Bids a partner may send in one answer; more are a fault of its own. */
const BIDS_MAX = 100;

export function readResponse(reply: HttpReply, options: ReadOptions): PartnerReply {
  if (reply.status === 204) return { kind: 'no-bid', reason: 'HTTP 204' };
  if (reply.status !== 200) return { kind: 'malformed', reason: `HTTP status ${reply.status}` };
  if (reply.text === '') return { kind: 'no-bid', reason: 'an empty body' };
  const parsed = parseJson(reply.text);
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
