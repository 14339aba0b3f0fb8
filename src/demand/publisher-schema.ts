import Type, { type Static, type TBoolean, type TOptional } from 'typebox';
import { SENSITIVE_CLASSES, type SensitiveClass } from '../language/sensitive/word-list.ts';
import { Domain, keyList, PerSecond, TOKEN_LENGTH_MIN } from '../lib/value-schemas.ts';
import { Country } from './condition-schema.ts';
import { CLOSED, CurrencyCode } from './entry-schema.ts';

/** The keys of `publishers[]`. */

const PublisherKeys = keyList(TOKEN_LENGTH_MIN, /^\S*$/, ' without spaces');

/** Of a CPM in USD. */
export const FLOOR_MAX = 1000;

const Money = Type.Number({ minimum: 0, maximum: FLOOR_MAX });

/** A number from 0 to 1 with at most four decimals: ledgers keep shares as whole ten-thousandths. */
const Share = Type.Refine(
  Type.Number({ minimum: 0, maximum: 1 }),
  (share) => Number(share.toFixed(4)) === share,
  (share) => `expected a number with at most four decimals, but got ${share}`,
);

/** Ruling 57. */
const Sensitive = Type.Object(
  // A key for each class of the list.
  Object.fromEntries(
    SENSITIVE_CLASSES.map((name) => [name, Type.Optional(Type.Boolean())]),
  ) as Readonly<Record<SensitiveClass, TOptional<TBoolean>>>,
  CLOSED,
);

/** Schemes that a browser runs or reads itself are no app's. */
const BROWSER_SCHEME =
  /^(about|blob|data|file|filesystem|ftp|https?|javascript|vbscript|view-source|wss?)$/;

const AppScheme = Type.Refine(
  Type.String(),
  (text) => /^[a-z][a-z0-9+.-]*$/.test(text) && !BROWSER_SCHEME.test(text),
  (text) =>
    `expected the scheme of an app in lower case, without the colon, like "market", but got ${JSON.stringify(text)}`,
);

const APP_SCHEMES_MAX = 100;

/** As browsers write it in the `Origin` header, so that the two can be compared as they are. */
const Origin = Type.Refine(
  Type.String(),
  (text) => /^https?:/.test(text) && URL.parse(text)?.origin === text,
  (text) => {
    const origin = /^https?:/i.test(text) ? URL.parse(text)?.origin : undefined;
    const hint = origin === undefined ? 'like https://chat.example.com' : origin;
    return `expected an origin, ${hint}, but got ${JSON.stringify(text)}`;
  },
);

/** The entry of a publisher in `/sellers.json` (IAB sellers.json 1.0). */
const Seller = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 256 }),
    domain: Domain,
    type: Type.Enum(['publisher', 'intermediary', 'both']),
  },
  CLOSED,
);

/** What the publisher may set by itself, on its own pages. */
const Bounds = Type.Refine(
  Type.Object(
    {
      floorMin: Type.Optional(Money),
      floorMax: Type.Optional(Money),
      sensitiveOff: Type.Optional(
        Type.Array(Type.Enum([...SENSITIVE_CLASSES]), { maxItems: SENSITIVE_CLASSES.length }),
      ),
    },
    CLOSED,
  ),
  ({ floorMin = 0, floorMax = FLOOR_MAX }) => floorMin <= floorMax,
  ({ floorMin, floorMax }) =>
    `expected floorMin to be at most floorMax, but got ${floorMin} and ${floorMax}`,
);

const ORIGINS_MAX = 100;

const PLACEMENTS_MAX = 200;

/** As requests have it in `imp.tagid`. Without an @, since it is in notices, which everybody who has the URL can read. */
const Placement = Type.String({
  pattern: '^[A-Za-z0-9 _.:/|~+=-]{1,128}$',
  expects: 'a name of 1 to 128 letters, digits, spaces or _ . : / | ~ + = -',
});

export const PUBLISHERS_MAX = 100_000;

export const Publisher = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    origins: Type.Optional(Type.Array(Origin, { minItems: 1, maxItems: ORIGINS_MAX })),
    keys: Type.Optional(PublisherKeys),
    limits: Type.Optional(Type.Object({ perSecond: Type.Optional(PerSecond) }, CLOSED)),
    seller: Type.Optional(Seller),
    share: Type.Optional(Share),
    currency: Type.Optional(CurrencyCode),
    floors: Type.Optional(Type.Object({ default: Type.Optional(Money) }, CLOSED)),
    blockedCategories: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    blockedDomains: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    placements: Type.Optional(Type.Array(Placement, { maxItems: PLACEMENTS_MAX })),
    refusesUncategorized: Type.Optional(Type.Boolean()),
    onlyRelevant: Type.Optional(Type.Boolean()),
    firstAdTurn: Type.Optional(Type.Integer({ minimum: 1 })),
    turnGap: Type.Optional(Type.Integer({ minimum: 1 })),
    noAdsOnNegativeSentiment: Type.Optional(Type.Boolean()),
    noAdsOnSupportRequests: Type.Optional(Type.Boolean()),
    sensitive: Type.Optional(Sensitive),
    bounds: Type.Optional(Bounds),
    appSchemes: Type.Optional(Type.Array(AppScheme, { maxItems: APP_SCHEMES_MAX })),
    tellsPrices: Type.Optional(Type.Boolean()),
    country: Type.Optional(Country),
    aiLabel: Type.Optional(Type.Enum(['required', 'always', 'never'])),
  },
  CLOSED,
);

export type PublisherConfig = Static<typeof Publisher>;
