import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { AiDisclosureSchema } from './ai-use.ts';
import { NO_BID_REASONS } from './no-bid.ts';

/** The answer to a bid request, as it goes over the wire. */

export const WARNING_CODES = [
  'GDPR_CONSENT_MISSING',
  'INTENT_UNLISTED',
  'PRICE_FILTER_IGNORED',
  'CURRENCY_UNKNOWN',
  'FORMAT_AGENT_UNKNOWN',
  'KEYWORDS_IGNORED',
  'REQUEST_LARGE',
  'REQUEST_REPAIRED',
  'PRICE_CURRENCY_DIFFERS',
  'USER_DATA_INCOMPLETE',
  'FORMAT_UNKNOWN',
  'FORMAT_NOT_POSSIBLE',
  'DEAL_FLOOR_INEFFECTIVE',
  'SITE_OR_APP_MISSING',
  'PUBLISHER_MISSING',
  'CATEGORY_UNKNOWN',
  'ADDRESS_INVALID',
  'CONSENT_UNREADABLE',
] as const;

const optionalText = (description: string) => Type.Optional(Type.String({ description }));

/** What is worth telling an integrator although the request is accepted (ruling 27). */
export const Warning = Type.Object({
  code: Type.Enum([...WARNING_CODES]),
  field: Type.Optional(Type.String()),
  reason: Type.String(),
  repair: optionalText('With `REQUEST_REPAIRED`: the name of the repair.'),
});

export type Warning = DeepReadonly<Static<typeof Warning>>;

/** An impression that nobody bid on, and why; in test mode a sample creative took its place. */
const NonBid = Type.Object({ impid: Type.String(), reason: Type.Enum([...NO_BID_REASONS]) });

/** As the community extension Seat Non Bid of OpenRTB has it. */
const SeatNonBid = Type.Object({ impid: Type.String(), statuscode: Type.Integer() });

const TestReport = Type.Object(
  {
    valid: Type.Literal(true),
    warnings: Type.Array(Warning),
    integrationLevel: Type.Enum([1, 2, 3, 4]),
    nonbid: Type.Array(NonBid),
  },
  { description: 'Only in test mode: what the validator noticed, and who would not have bid.' },
);

const Bid = Type.Object({
  id: Type.String(),
  impid: Type.String(),
  price: Type.Number({ description: 'CPM in `cur`, at least the impression’s bidfloor.' }),
  adm: Type.String({
    contentMediaType: 'application/json',
    description: 'A Native Ads 1.2 response, wrapped in `native` if the request was.',
  }),
  adomain: Type.Array(Type.String()),
  mtype: Type.Literal(4),
  exp: Type.Integer({
    minimum: 1,
    description: 'Seconds for which the price is reserved: a later bill may find the budget spent.',
  }),
  crid: Type.Optional(Type.String()),
  cid: Type.Optional(Type.String()),
  cat: Type.Optional(Type.Array(Type.String())),
  cattax: Type.Optional(Type.Integer()),
  attr: Type.Optional(Type.Array(Type.Integer())),
  language: Type.Optional(Type.String()),
  dealid: Type.Optional(Type.String()),
  nurl: optionalText(
    'Call it when the ad has won, with ${AUCTION_PRICE} filled in. From /openrtb2/auction it reads no price.',
  ),
  burl: optionalText(
    'Call it when the ad is shown, with ${AUCTION_PRICE} filled in. Billing rests on it. From /openrtb2/auction it reads no price.',
  ),
  lurl: optionalText(
    'Call it when the ad is not going to be shown, with ${AUCTION_LOSS} filled in. Answers of /openrtb2/auction have none.',
  ),
  ext: Type.Optional(
    Type.Object(
      {
        service: Type.Optional(
          Type.Object({
            format: Type.Object(
              { agent_url: Type.String(), id: Type.String() },
              { description: 'The declared format that this ad satisfies.' },
            ),
          }),
        ),
        parley: Type.Optional(AiDisclosureSchema),
        eventtrackers: Type.Optional(
          Type.Array(
            Type.Object({ event: Type.Integer(), method: Type.Integer(), url: Type.String() }),
            {
              description:
                'From /openrtb2/auction, for clients that call neither nurl nor burl: images to load when the bid has won (500) and is billable (1).',
            },
          ),
        ),
      },
      {
        description:
          'The bidder’s own `ext`, like `dsa`, and `service` and `parley`, which are the exchange’s.',
      },
    ),
  ),
});

export type Bid = DeepReadonly<Static<typeof Bid>>;

export const BidResponseSchema = Type.Object({
  id: Type.String({ description: 'The id of the request.' }),
  bidid: Type.String(),
  cur: Type.String({
    description: 'USD, or the first currency of the request’s `cur` that has a rate.',
    examples: ['USD'],
  }),
  seatbid: Type.Array(Type.Object({ seat: Type.String(), bid: Type.Array(Bid) })),
  ext: Type.Optional(
    Type.Object({
      service: Type.Optional(Type.Object({ test: TestReport })),
      seatnonbid: Type.Optional(
        Type.Array(Type.Object({ seat: Type.String(), nonbid: Type.Array(SeatNonBid) }), {
          description: 'Where the request has `ext.prebid.returnallbidstatus`: what was not sold.',
        }),
      ),
    }),
  ),
});

export type BidResponse = DeepReadonly<Static<typeof BidResponseSchema>>;
