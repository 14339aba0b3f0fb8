import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../lib/readonly.ts';
import { ContextSchema } from './context.ts';
import { count, decimal, Flag, Id, listed, PRICE_CPM_MAX, Strings } from './fields.ts';
import { FormatsSchema } from './formats.ts';
import { NATIVE_VERSIONS } from './native-request.ts';

/**
 * The bid request as it comes over the wire. One declaration gives the type, the compiled check, the
 * error path and the JSON Schema. Properties stand in the order in which their faults are reported
 * (ruling 10); what is not declared is kept and passed on.
 */

const Native = Type.Object({
  request: Type.String({
    contentMediaType: 'application/json',
    description: 'A Native Ads 1.2 request, JSON-encoded; with or without the `native` wrapper.',
  }),
  ver: Type.Optional(Type.Enum([...NATIVE_VERSIONS])),
  api: Type.Optional(Type.Array(listed('an API framework', 1, 9))),
  battr: Type.Optional(Type.Array(count(0), { description: 'Blocked creative attributes.' })),
});

const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  expects: 'a currency code of three capital letters, like "USD"',
});

const Price = Type.Number({ minimum: 0, maximum: PRICE_CPM_MAX });

const Deal = Type.Object({
  id: Type.String({ minLength: 1 }),
  bidfloor: Type.Optional(Price),
  bidfloorcur: Type.Optional(Currency),
  at: Type.Optional(
    Type.Enum([1, 2, 3], {
      expects: '1 (first price), 2 (second price) or 3 (the floor is the price)',
    }),
  ),
  wseat: Type.Optional(Strings),
  wadomain: Type.Optional(Strings),
});

const PrivateMarketplace = Type.Object({
  private_auction: Type.Optional(Flag),
  deals: Type.Optional(Type.Array(Deal)),
});

const Imp = Type.Object({
  id: Id,
  native: Native,
  bidfloor: Type.Optional(decimal({ minimum: 0, maximum: 1000, decimals: 2 })),
  ext: Type.Optional(
    Type.Object({
      service: Type.Optional(Type.Object({ adcpFormats: Type.Optional(FormatsSchema) })),
      service_product_search: Type.Optional(
        Type.Unknown({
          description:
            'Price filter of the product-search partner. Invalid values are ignored, never refused.',
          examples: [{ min_price: 50, max_price: 150, price_currency: 'USD' }],
        }),
      ),
    }),
  ),
  bidfloorcur: Type.Optional(Currency),
  secure: Type.Optional(Flag),
  pmp: Type.Optional(PrivateMarketplace),
});

const Publisher = Type.Object({ id: Type.Optional(Type.String()) });

const Categories = Type.Array(Type.String(), {
  maxItems: 50,
  description: 'IAB Content Taxonomy ids; `cattax` says of which version.',
});

const DOMAIN_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

const Site = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  domain: Type.Optional(
    Type.String({
      maxLength: 253,
      // The last label is no number: `192.0.2.1` is an address, not a domain.
      pattern: `^(?:${DOMAIN_LABEL}\\.)+(?![0-9]+$)${DOMAIN_LABEL}$`,
      expects:
        'a host name of two or more labels and at most 253 characters, like "chat.example.com"',
    }),
  ),
  cat: Type.Optional(Categories),
  keywords: Type.Optional(Type.String({ description: 'Comma-separated; drives product search.' })),
  publisher: Type.Optional(Publisher),
});

const App = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  bundle: Type.Optional(
    Type.String({
      maxLength: 253,
      pattern: '^[A-Za-z0-9._-]+$',
      expects: 'a bundle id of at most 253 letters, digits, ".", "_" or "-"',
    }),
  ),
  cat: Type.Optional(Categories),
  keywords: Type.Optional(Type.String({ description: 'Comma-separated; drives product search.' })),
  publisher: Type.Optional(Publisher),
});

const Geo = Type.Object({
  lat: Type.Optional(decimal({ minimum: -90, maximum: 90, decimals: 6 })),
  lon: Type.Optional(decimal({ minimum: -180, maximum: 180, decimals: 6 })),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{2,3}$', expects: 'a country code of two or three letters' }),
  ),
});

const Device = Type.Object({
  ua: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
  devicetype: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
  geo: Type.Optional(Geo),
});

const UserData = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  segment: Type.Optional(Type.Array(Type.Object({ id: Type.Optional(Type.String()) }))),
});

const User = Type.Object({
  id: Type.Optional(Type.String()),
  gender: Type.Optional(Type.Enum(['M', 'F', 'O'])),
  data: Type.Optional(Type.Array(UserData)),
  consent: Type.Optional(Type.String()),
  ext: Type.Optional(Type.Object({ consent: Type.Optional(Type.String()) })),
});

// Ruling 23.
const UsPrivacy = Type.String({
  pattern: '^1[YNyn-]{3}$',
  expects: 'a US Privacy string: "1" and three of "Y", "N" and "-", like "1YNN"',
});

/** Ruling 22: the privacy fields stand where the spec has them and where OpenRTB 2.6 moved them. */
const Regs = Type.Object({
  ext: Type.Optional(
    Type.Object({ gdpr: Type.Optional(Flag), us_privacy: Type.Optional(UsPrivacy) }),
  ),
  coppa: Type.Optional(Flag),
  gdpr: Type.Optional(Flag),
  us_privacy: Type.Optional(UsPrivacy),
  gpp: Type.Optional(Type.String()),
  gpp_sid: Type.Optional(Type.Array(count(0))),
});

export const IMPS_MAX = 10;

export const BidRequestSchema = Type.Object({
  id: Id,
  imp: Type.Array(Imp, { minItems: 1, maxItems: IMPS_MAX }),
  test: Type.Optional(
    Type.Enum([0, 1], {
      expects: '0 or 1',
      description: '1 = test mode: always filled, never billed.',
    }),
  ),
  at: Type.Optional(Type.Enum([1, 2], { expects: '1 (first price) or 2 (second price)' })),
  tmax: Type.Optional(
    Type.Integer({ minimum: 100, maximum: 5000, description: 'Milliseconds the caller waits.' }),
  ),
  site: Type.Optional(Site),
  app: Type.Optional(App),
  device: Type.Optional(Device),
  user: Type.Optional(User),
  regs: Type.Optional(Regs),
  ext: Type.Optional(Type.Object({ service: Type.Optional(ContextSchema) })),
  // Standard fields that the auction acts on. They protect the publisher, so a wrong type is refused
  // rather than ignored.
  cur: Type.Optional(Type.Array(Currency)),
  bcat: Type.Optional(Strings),
  acat: Type.Optional(Strings),
  cattax: Type.Optional(count(0)),
  badv: Type.Optional(Strings),
  bapp: Type.Optional(Strings),
  wseat: Type.Optional(Strings),
  bseat: Type.Optional(Strings),
  wlang: Type.Optional(Strings),
});

export type BidRequest = DeepReadonly<Static<typeof BidRequestSchema>>;
export type Imp = BidRequest['imp'][number];
