import Type, { type Static } from 'typebox';
import type { HttpReply, PartnerBid, PartnerReply } from '../../core/auction/partner.ts';
import { list } from '../../core/openrtb/fields.ts';
import {
  ANSWER_ITEMS_MAX,
  BID_CHARACTERS_MAX,
  VALUES_MAX,
} from '../../core/openrtb/size-limits.ts';
import { compileLater } from '../../lib/compile-later.ts';
import { parseJson } from '../../lib/json.ts';
import { cutToMicros } from '../../lib/money.ts';
import { findFault } from '../../lib/schema-fault.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';

/** A DSP's answer: only what the auction reads is declared, and each bid is read by itself. */

const Text = Type.Optional(Type.String());
const Name = Type.String({ maxLength: BID_CHARACTERS_MAX.name });
const OptionalName = Type.Optional(Name);
const NoticeUrl = Type.Optional(Type.String({ maxLength: BID_CHARACTERS_MAX.noticeUrl }));
const Whole = Type.Optional(Type.Integer());

/** The bidder's information under the Digital Services Act, of which the types are held. */
const Dsa = Type.Object({
  behalf: Text,
  paid: Text,
  adrender: Whole,
  transparency: Type.Optional(
    list(
      Type.Object({
        domain: Text,
        dsaparams: Type.Optional(list(Type.Integer(), ANSWER_ITEMS_MAX.transparency)),
      }),
      ANSWER_ITEMS_MAX.transparency,
    ),
  ),
});

export const BidSchema = Type.Object({
  id: Name,
  impid: Name,
  price: Type.Number(),
  adm: Text,
  adomain: Type.Optional(list(Type.String(), ANSWER_ITEMS_MAX.domains)),
  crid: OptionalName,
  cid: OptionalName,
  cat: Type.Optional(list(Type.String(), ANSWER_ITEMS_MAX.categories)),
  cattax: Whole,
  attr: Type.Optional(list(Type.Integer(), ANSWER_ITEMS_MAX.attributes)),
  language: OptionalName,
  bundle: OptionalName,
  dealid: OptionalName,
  mtype: Whole,
  exp: Whole,
  nurl: NoticeUrl,
  burl: NoticeUrl,
  lurl: NoticeUrl,
  adid: OptionalName,
  ext: Type.Optional(Type.Object({ dsa: Type.Optional(Dsa) })),
});

export const ResponseSchema = Type.Object({
  id: Text,
  cur: OptionalName,
  nbr: Whole,
  seatbid: Type.Optional(
    list(
      Type.Object({
        seat: OptionalName,
        group: Whole,
        bid: Type.Optional(list(Type.Unknown(), ANSWER_ITEMS_MAX.bids)),
      }),
      ANSWER_ITEMS_MAX.seatBids,
    ),
  ),
});

const bidCheck = compileLater(BidSchema);
const responseCheck = compileLater(ResponseSchema);

/** Of all seats together; more are a fault of the partner's own. */
const BIDS_MAX = ANSWER_ITEMS_MAX.bids;

export function readResponse(
  reply: HttpReply,
  { requestId, partner }: { readonly requestId: string; readonly partner: string },
): PartnerReply {
  if (reply.status === 204) return { kind: 'no-bid', reason: 'HTTP 204' };
  if (reply.status !== 200) return { kind: 'malformed', reason: `HTTP status ${reply.status}` };
  if (reply.text === '') return { kind: 'no-bid', reason: 'an empty body' };
  const parsed = parseJson(reply.text, VALUES_MAX.answer);
  if (parsed.kind === 'too-many-values') return unreadable(parsed.reason);
  if (parsed.kind === 'fault') return unreadable(`not JSON: ${parsed.reason}`);
  const response = fit(responseCheck, ResponseSchema, parsed.value);
  if (typeof response === 'string') return unreadable(response);

  const { seatbid = [], nbr, cur = 'USD', id } = response;
  const count = seatbid.reduce((sum, { bid }) => sum + (bid?.length ?? 0), 0);
  if (count === 0) {
    return { kind: 'no-bid', reason: nbr === undefined ? 'no bids' : `no-bid reason ${nbr}` };
  }
  if (count > BIDS_MAX) return unreadable(`more than ${BIDS_MAX} bids`);
  if (id !== requestId) return unreadable('the answer is for another request (id)');
  return readBids(seatbid, cur, partner);
}

function unreadable(reason: string): PartnerReply {
  return { kind: 'malformed', reason, isAnswer: true };
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
        priceMicros: cutToMicros(price),
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
