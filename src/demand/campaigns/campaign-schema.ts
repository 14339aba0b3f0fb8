import Type, { type Static } from 'typebox';
import { AiUseSchema } from '../../core/openrtb/ai-use.ts';
import { advertiserDomain, hostIn } from '../../core/openrtb/host-name.ts';
import { KNOWN_FORMATS } from '../../core/openrtb/known-formats.ts';
import { isSafeHttpUrl } from '../../core/openrtb/safe-url.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { isZoneName } from '../../lib/time-zone.ts';
import { checkedText } from '../../lib/value-schemas.ts';
import { ConditionSchema, WhenSchema } from '../condition-schema.ts';
import { readInstant } from './flight.ts';

/** The keys of `campaigns.yaml`. docs/campaigns.md explains each; a test holds the two together. */

const CLOSED = { additionalProperties: false };

export const CPM_MAX = 1000;
const CPC_MAX = 1000;

/** In USD, of one campaign. */
export const RiskMax = Type.Number({ minimum: 0.01, maximum: 1_000_000 });

const CPA_MAX = 10_000;

const Id = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  expects: 'an id of 1 to 64 letters, digits, "-" or "_"',
});

const Host = checkedText(
  'a host name like "shop.example"',
  // The judge of bids drops an advertiser whose domain is written in any other way, or is none (ruling 71).
  (text) => hostIn(text) === text && advertiserDomain(text) !== undefined,
  253,
);

const LINK_EXPECTS =
  'a URL that starts with https://, without a user, spaces, quotes and backslashes';

const Link = checkedText(LINK_EXPECTS, isHttps, 2000);

const ImageUrl = checkedText(
  `${LINK_EXPECTS}, or a path that starts with /`,
  (text) => isPath(text) || isHttps(text),
  2000,
);

function isPath(text: string): boolean {
  return (
    text.startsWith('/') && !text.startsWith('//') && isSafeHttpUrl(`https://host.example${text}`)
  );
}

function isHttps(text: string): boolean {
  return /^https:/i.test(text) && isSafeHttpUrl(text) && URL.parse(text) !== null;
}

/** In pixels, of an image. */
export const IMAGE_SIDE_MAX = 10_000;

const Pixels = Type.Integer({ minimum: 1, maximum: IMAGE_SIDE_MAX });

const Image = Type.Object(
  {
    url: ImageUrl,
    w: Pixels,
    h: Pixels,
    mime: Type.Optional(
      Type.String({ pattern: '^image/[a-z0-9.+-]+$', expects: 'an image type like "image/png"' }),
    ),
  },
  CLOSED,
);

const Images = Type.Array(Image, { minItems: 1, maxItems: 20 });

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const ShownPrice = Type.String({
  minLength: 1,
  maxLength: 30,
  expects: 'a price as people will read it, like "$129.00"',
});

/** One ad of a campaign. */
export const CreativeSchema = Type.Object(
  {
    id: Id,
    title: text(140),
    description: Type.Optional(text(500)),
    sponsored: Type.Optional(text(100)),
    cta: Type.Optional(text(40)),
    link: Link,
    images: Type.Optional(Images),
    icons: Type.Optional(Images),
    price: Type.Optional(ShownPrice),
    salePrice: Type.Optional(ShownPrice),
    rating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
    displayUrl: Type.Optional(text(100)),
    formats: Type.Optional(
      Type.Array(Type.Enum(KNOWN_FORMATS.map(({ id }) => id)), { minItems: 1 }),
    ),
    weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    ai: Type.Optional(AiUseSchema),
  },
  CLOSED,
);

const Instant = checkedText(
  'a date like 2026-03-01, or a time with its zone like 2026-03-01T09:00:00Z',
  (text) => readInstant(text) !== undefined,
);

const Flight = Type.Object({ start: Type.Optional(Instant), end: Type.Optional(Instant) }, CLOSED);

const ZONE_LENGTH_MAX = 64;

const Zone = checkedText(
  'the IANA name of a time zone like "Europe/Berlin"',
  isZoneName,
  ZONE_LENGTH_MAX,
);

const Usd = Type.Number({
  minimum: 0.01,
  maximum: 1e9,
  expects: 'an amount of USD from 0.01 to 1000000000',
});

const Count = Type.Integer({ minimum: 1, maximum: 1e12 });

const hasLimit = ({ total, daily }: { total?: number; daily?: number }) =>
  total !== undefined || daily !== undefined;

const ImpressionCaps = Type.Refine(
  Type.Object({ total: Type.Optional(Count), daily: Type.Optional(Count) }, CLOSED),
  hasLimit,
  () => 'expected total, daily or both',
);

const Budget = Type.Refine(
  Type.Object(
    {
      total: Type.Optional(Usd),
      daily: Type.Optional(Usd),
      pacing: Type.Optional(Type.Enum(['even', 'asap'])),
      impressions: Type.Optional(ImpressionCaps),
    },
    CLOSED,
  ),
  (budget) => hasLimit(budget) || budget.impressions !== undefined,
  () => 'expected a limit: total, daily or impressions',
);

const WINDOW_DAYS_MAX = 30;

const Conversions = Type.Union(
  [
    Type.Boolean(),
    Type.Object(
      {
        parameter: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,31}$',
            expects: 'a name of 1 to 32 letters, digits, "_", "." or "-" that begins with a letter',
          }),
        ),
        windowDays: Type.Optional(Type.Integer({ minimum: 1, maximum: WINDOW_DAYS_MAX })),
      },
      CLOSED,
    ),
  ],
  { expects: 'true, false, or an object with parameter and windowDays' },
);

const Adjustment = Type.Object(
  { when: WhenSchema, factor: Type.Number({ minimum: 0.01, maximum: 100 }) },
  CLOSED,
);

const Language = Type.String({
  pattern: '^[a-z]{2}$',
  expects: 'a language code of ISO 639-1 like "de"',
});

/** More would never be reached, or be the same twice. */
const FREQUENCY_RULES_MAX = 5;

/** What is counted at the sale is counted in words that hold this much for sure: `limits/frequency/wheel.ts`. */
const FREQUENCY_MAX = 30;

const UNITS_SEC = { h: 3600, d: 86_400 } as const;
const HOURS_MAX = 72;
const DAYS_MAX = 30;

/** `1h` to `72h` or `1d` to `30d`, in seconds; undefined for anything else. */
export function readWithin(text: string): number | undefined {
  const [, digits, unit] = /^([1-9]\d?)([hd])$/.exec(text) ?? [];
  const count = Number(digits);
  if (unit === 'h' && count <= HOURS_MAX) return count * UNITS_SEC.h;
  return unit === 'd' && count <= DAYS_MAX ? count * UNITS_SEC.d : undefined;
}

const FrequencyCap = Type.Object(
  {
    of: Type.Enum(['campaign', 'advertiser']),
    per: Type.Enum(['conversation', 'person']),
    within: checkedText(
      'a time from 1h to 72h, or from 1d to 30d',
      (text) => readWithin(text) !== undefined,
    ),
    atMost: Type.Integer({ minimum: 1, maximum: FREQUENCY_MAX }),
  },
  CLOSED,
);

export const CREATIVES_MAX = 50;

export const CampaignSchema = Type.Object(
  {
    id: Id,
    advertiser: text(100),
    domain: Host,
    categories: Type.Optional(Type.Array(text(20), { minItems: 1, maxItems: 20 })),
    cattax: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    language: Type.Optional(Language),
    // One of the three: see `contradictions.ts`.
    cpm: Type.Optional(Type.Number({ minimum: 0.01, maximum: CPM_MAX })),
    cpc: Type.Optional(Type.Number({ minimum: 0.01, maximum: CPC_MAX })),
    cpa: Type.Optional(Type.Number({ minimum: 0.01, maximum: CPA_MAX })),
    // Only with cpc or cpa.
    riskMax: Type.Optional(RiskMax),
    conversions: Type.Optional(Conversions),
    flight: Type.Optional(Flight),
    zone: Type.Optional(Zone),
    budget: Type.Optional(Budget),
    targeting: Type.Optional(
      Type.Object(
        { include: Type.Optional(ConditionSchema), exclude: Type.Optional(ConditionSchema) },
        CLOSED,
      ),
    ),
    adjustments: Type.Optional(Type.Array(Adjustment, { maxItems: 50 })),
    rotation: Type.Optional(Type.Enum(['best', 'even', 'weighted'])),
    frequency: Type.Optional(
      Type.Array(FrequencyCap, { minItems: 1, maxItems: FREQUENCY_RULES_MAX }),
    ),
    creatives: Type.Array(CreativeSchema, { minItems: 1, maxItems: CREATIVES_MAX }),
  },
  CLOSED,
);

export const CAMPAIGNS_MAX = 100_000;

export const CampaignsFileSchema = Type.Object(
  { campaigns: Type.Array(CampaignSchema, { maxItems: CAMPAIGNS_MAX }) },
  CLOSED,
);

type CampaignsFile = DeepReadonly<Static<typeof CampaignsFileSchema>>;
export type Campaign = CampaignsFile['campaigns'][number];
export type CampaignCreative = Campaign['creatives'][number];
export type CampaignImage = NonNullable<CampaignCreative['images']>[number];
