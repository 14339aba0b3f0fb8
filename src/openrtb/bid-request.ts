import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../lib/readonly.ts';
import { ContextSchema } from './context.ts';
import { count, decimal, Flag, Id, listed, PRICE_CPM_MAX, Strings } from './fields.ts';
import { FormatsSchema } from './formats.ts';
import { NATIVE_VERSIONS } from './native-request.ts';
import { type Classified, classified } from './privacy-class.ts';

/**
 * The bid request as it comes over the wire. One declaration gives the type, the compiled check, the
 * error path and the JSON Schema. Properties stand in the order in which their faults are reported
 * (ruling 10). What is not declared is kept, and passed on to partners that may see everything (ruling 26).
 * The classes beside the fields say what the others may see (ruling 47).
 */

const Native = classified(
  {
    request: Type.String({
      contentMediaType: 'application/json',
      description: 'A Native Ads 1.2 request, JSON-encoded; with or without the `native` wrapper.',
    }),
    ver: Type.Optional(Type.Enum([...NATIVE_VERSIONS])),
    api: Type.Optional(Type.Array(listed('an API framework', 1, 9))),
    battr: Type.Optional(Type.Array(count(0), { description: 'Blocked creative attributes.' })),
  },
  { request: 'native-request', ver: 'context', api: 'context', battr: 'context' },
);

const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  expects: 'a currency code of three capital letters, like "USD"',
});

const Price = Type.Number({ minimum: 0, maximum: PRICE_CPM_MAX });

const Deal = classified(
  {
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
  },
  {
    id: 'context',
    bidfloor: 'context',
    bidfloorcur: 'context',
    at: 'context',
    wseat: 'context',
    wadomain: 'context',
    guar: 'context',
  },
);

const PrivateMarketplace = classified(
  { private_auction: Type.Optional(Flag), deals: Type.Optional(Type.Array(Deal)) },
  { private_auction: 'context', deals: 'nested' },
);

const ImpExtension = classified(
  {
    service: Type.Optional(
      classified({ adcpFormats: Type.Optional(FormatsSchema) }, { adcpFormats: 'nested' }),
    ),
    service_product_search: Type.Optional(
      Type.Unknown({
        description:
          'Price filter of the product-search partner. Invalid values are ignored, never refused.',
        examples: [{ min_price: 50, max_price: 150, price_currency: 'USD' }],
      }),
    ),
  },
  { service: 'nested', service_product_search: 'price-filter', gpid: 'context' },
);

const Imp = classified(
  {
    id: Id,
    native: Native,
    bidfloor: Type.Optional(decimal({ minimum: 0, maximum: 1000, decimals: 2 })),
    ext: Type.Optional(ImpExtension),
    bidfloorcur: Type.Optional(Currency),
    secure: Type.Optional(Flag),
    pmp: Type.Optional(PrivateMarketplace),
  },
  {
    id: 'context',
    native: 'nested',
    bidfloor: 'context',
    ext: 'nested',
    bidfloorcur: 'context',
    secure: 'context',
    pmp: 'nested',
    tagid: 'context',
    displaymanager: 'context',
    displaymanagerver: 'context',
    instl: 'context',
    clickbrowser: 'context',
    rwdd: 'context',
    ssai: 'context',
    exp: 'context',
  },
);

const Publisher = classified(
  { id: Type.Optional(Type.String()) },
  { id: 'context', name: 'context', domain: 'context', cat: 'context', cattax: 'context' },
);

/** What a page or an app shows: `site.content`, `app.content`. */
const CONTENT: Classified = {
  id: 'context',
  title: 'context',
  series: 'context',
  genre: 'context',
  cat: 'context',
  cattax: 'context',
  context: 'context',
  keywords: 'context',
  language: 'context',
  langb: 'context',
};

/** Fields that site and app have in common. */
const CHANNEL_CLASSES = {
  id: 'context',
  name: 'context',
  domain: 'context',
  cat: 'context',
  cattax: 'context',
  sectioncat: 'context',
  pagecat: 'context',
  keywords: 'context',
  kwarray: 'context',
  privacypolicy: 'context',
  publisher: 'nested',
  content: CONTENT,
} as const;

const Categories = Type.Array(Type.String(), {
  maxItems: 50,
  description: 'IAB Content Taxonomy ids; `cattax` says of which version.',
});

const DOMAIN_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

const Site = classified(
  {
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
    keywords: Type.Optional(
      Type.String({ description: 'Comma-separated; drives product search.' }),
    ),
    kwarray: Type.Optional(
      Type.Array(Type.String(), { description: 'Keywords as an array; count like `keywords`.' }),
    ),
    publisher: Type.Optional(Publisher),
  },
  { ...CHANNEL_CLASSES, page: 'page', mobile: 'context', ref: 'personal', search: 'personal' },
);

const App = classified(
  {
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
    keywords: Type.Optional(
      Type.String({ description: 'Comma-separated; drives product search.' }),
    ),
    kwarray: Type.Optional(
      Type.Array(Type.String(), { description: 'Keywords as an array; count like `keywords`.' }),
    ),
    publisher: Type.Optional(Publisher),
  },
  {
    ...CHANNEL_CLASSES,
    bundle: 'context',
    storeurl: 'context',
    ver: 'context',
    paid: 'context',
  },
);

/** `user.geo` is not checked, and has the same classes. */
const GEO_CLASSES = {
  lat: 'coordinates',
  lon: 'coordinates',
  country: 'context',
  region: 'context',
  type: 'context',
  utcoffset: 'context',
  city: 'fine-geo',
  metro: 'fine-geo',
  zip: 'fine-geo',
  accuracy: 'fine-geo',
  lastfix: 'fine-geo',
  ipservice: 'fine-geo',
} as const;

const Geo = classified(
  {
    lat: Type.Optional(decimal({ minimum: -90, maximum: 90, decimals: 6 })),
    lon: Type.Optional(decimal({ minimum: -180, maximum: 180, decimals: 6 })),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2,3}$',
        expects: 'a country code of two or three letters',
      }),
    ),
  },
  GEO_CLASSES,
);

const Device = classified(
  {
    ua: Type.Optional(Type.String()),
    ip: Type.Optional(Type.String()),
    language: Type.Optional(Type.String()),
    devicetype: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
    geo: Type.Optional(Geo),
  },
  {
    ua: 'device',
    ip: 'address',
    language: 'context',
    devicetype: 'context',
    geo: 'nested',
    ipv6: 'address',
    dnt: 'signal',
    lmt: 'signal',
    make: 'device',
    model: 'device',
    os: 'device',
    osv: 'device',
    hwv: 'device',
    h: 'device',
    w: 'device',
    ppi: 'device',
    pxratio: 'device',
    js: 'device',
    langb: 'context',
    connectiontype: 'device',
    ifa: 'id',
    didsha1: 'id',
    didmd5: 'id',
    dpidsha1: 'id',
    dpidmd5: 'id',
    macsha1: 'id',
    macmd5: 'id',
  },
);

const Segment = classified(
  { id: Type.Optional(Type.String()) },
  { id: 'user-data', name: 'user-data', value: 'user-data' },
);

const UserData = classified(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    segment: Type.Optional(Type.Array(Segment)),
  },
  { id: 'user-data', name: 'user-data', segment: 'nested', ext: { segtax: 'user-data' } },
);

/** `user.eids` and `user.ext.eids`. */
const EID_CLASSES: Classified = {
  source: 'id',
  inserter: 'id',
  matcher: 'id',
  mm: 'id',
  uids: { id: 'id', atype: 'id' },
};

const User = classified(
  {
    id: Type.Optional(Type.String()),
    gender: Type.Optional(Type.Enum(['M', 'F', 'O'])),
    data: Type.Optional(Type.Array(UserData)),
    consent: Type.Optional(Type.String()),
    ext: Type.Optional(
      classified(
        { consent: Type.Optional(Type.String()) },
        { consent: 'consent', eids: EID_CLASSES },
      ),
    ),
  },
  {
    id: 'id',
    gender: 'demographics',
    data: 'nested',
    consent: 'consent',
    ext: 'nested',
    buyeruid: 'id',
    customdata: 'id',
    eids: EID_CLASSES,
    yob: 'demographics',
    keywords: 'user-data',
    kwarray: 'user-data',
    geo: GEO_CLASSES,
  },
);

// Ruling 23.
const UsPrivacy = Type.String({
  pattern: '^1[YNyn-]{3}$',
  expects: 'a US Privacy string: "1" and three of "Y", "N" and "-", like "1YNN"',
});

/** What the publisher asks for under the EU's Digital Services Act. */
const DSA_CLASSES: Classified = {
  dsarequired: 'signal',
  pubrender: 'signal',
  datatopub: 'signal',
  transparency: { domain: 'signal', dsaparams: 'signal' },
};

/** Ruling 22: the privacy fields stand where the spec has them and where OpenRTB 2.6 moved them. */
const Regs = classified(
  {
    ext: Type.Optional(
      classified(
        { gdpr: Type.Optional(Flag), us_privacy: Type.Optional(UsPrivacy) },
        {
          gdpr: 'signal',
          us_privacy: 'signal',
          gpp: 'consent',
          gpp_sid: 'signal',
          gpc: 'signal',
          dsa: DSA_CLASSES,
        },
      ),
    ),
    coppa: Type.Optional(Flag),
    gdpr: Type.Optional(Flag),
    us_privacy: Type.Optional(UsPrivacy),
    gpp: Type.Optional(Type.String()),
    gpp_sid: Type.Optional(Type.Array(count(0))),
  },
  {
    ext: 'nested',
    coppa: 'signal',
    gdpr: 'signal',
    us_privacy: 'signal',
    gpp: 'consent',
    gpp_sid: 'signal',
  },
);

export const IMPS_MAX = 10;

const CHAIN_CLASSES: Classified = {
  complete: 'context',
  ver: 'context',
  nodes: {
    asi: 'context',
    sid: 'context',
    rid: 'context',
    name: 'context',
    domain: 'context',
    hp: 'context',
  },
};

export const BidRequestSchema = classified(
  {
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
    ext: Type.Optional(
      classified({ service: Type.Optional(ContextSchema) }, { service: 'nested' }),
    ),
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
  },
  {
    id: 'context',
    imp: 'nested',
    test: 'context',
    at: 'context',
    tmax: 'context',
    site: 'nested',
    app: 'nested',
    device: 'nested',
    user: 'nested',
    regs: 'nested',
    ext: 'nested',
    cur: 'context',
    bcat: 'context',
    acat: 'context',
    cattax: 'context',
    badv: 'context',
    bapp: 'context',
    wseat: 'context',
    bseat: 'context',
    wlang: 'context',
    wlangb: 'context',
    allimps: 'context',
    source: {
      fd: 'context',
      tid: 'context',
      pchain: 'context',
      schain: CHAIN_CLASSES,
      ext: { schain: CHAIN_CLASSES },
    },
  },
);

export type BidRequest = DeepReadonly<Static<typeof BidRequestSchema>>;
export type Imp = BidRequest['imp'][number];
