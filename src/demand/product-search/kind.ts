import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { HttpUrl } from '../../lib/url-schema.ts';
import { CallsPerSecond, CLOSED, COMMON, Milliseconds, Name, REMOTE } from '../entry-schema.ts';
import type { Kind } from '../kind.ts';
import { createProductSearchPartner } from './product-search-partner.ts';

const EMBEDDED = 'embedded';

const schema = Type.Object(
  {
    name: Name,
    kind: Type.Literal('product-search'),
    url: Type.Union([Type.Literal(EMBEDDED), HttpUrl], {
      expects: '"embedded" or a URL that starts with http:// or https://',
    }),
    timeoutMs: Type.Optional(Milliseconds),
    qpsMax: Type.Optional(CallsPerSecond),
    clickRate: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    acceptsTest: Type.Optional(Type.Boolean()),
    ...REMOTE,
    ...COMMON,
  },
  CLOSED,
);

type ProductSearchEntry = DeepReadonly<Static<typeof schema>>;

type ProductSearchParts = {
  /** Of the product service that ships with Parley, where a partner wants it. */
  readonly catalogUrl: string | undefined;
  readonly nowMs: () => number;
};

/** Of a hundred people who see a product, one clicks. */
const CLICK_RATE_DEFAULT = 0.01;

/** A product service, whose offers become ads. */
export const PRODUCT_SEARCH = {
  schema,
  isRemote: true,
  traitsOf: ({ url }) => ({
    gvlId: undefined,
    needsConsent: false,
    seats: undefined,
    // Its ads have no trackers, and its bids no notices.
    trackers: 'client',
    internalNotices: false,
    campaigns: undefined,
    usesCatalog: url === EMBEDDED,
    sellsSamples: url === EMBEDDED,
    notes: [],
  }),
  create: (entry, { catalogUrl, nowMs }) =>
    createProductSearchPartner({
      name: entry.name,
      baseUrl: entry.url === EMBEDDED ? (catalogUrl ?? '') : entry.url,
      clickRate: entry.clickRate ?? CLICK_RATE_DEFAULT,
      timeoutMs: entry.timeoutMs,
      qpsMax: entry.qpsMax,
      acceptsTest: entry.acceptsTest ?? entry.url === EMBEDDED,
      headers: entry.headers ?? {},
      nowMs,
    }),
} satisfies Kind<ProductSearchEntry, ProductSearchParts>;
