import Type, { type Static } from 'typebox';
import { findCountry } from '../lib/countries.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import { checkedText } from '../lib/value-schemas.ts';
import { KEYWORD_WORDS_MAX, readWords } from './words.ts';

/** What a campaign can ask of a request: the shape of `include`, `exclude` and `when`. */

const CLOSED = { additionalProperties: false };

const VALUES_MAX = 1000;

/** An empty list would match nothing: more likely a slip than a wish. */
const list = <Item extends Type.TSchema>(item: Item) =>
  Type.Array(item, { minItems: 1, maxItems: VALUES_MAX });

const Texts = list(
  Type.String({ maxLength: 200, pattern: '\\S', expects: 'a text of 1 to 200 characters' }),
);

export const Keyword = checkedText(
  `a keyword of 1 to ${KEYWORD_WORDS_MAX} words`,
  (text) => {
    const { length } = readWords(text);
    return length > 0 && length <= KEYWORD_WORDS_MAX;
  },
  200,
);

export const Country = checkedText(
  'a country code of ISO 3166 like "DE" or "DEU"',
  (text) => findCountry(text) !== undefined,
);

const Turn = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const Turns = Type.Refine(
  Type.Object({ from: Type.Optional(Turn), to: Type.Optional(Turn) }, CLOSED),
  ({ from, to }) =>
    (from !== undefined || to !== undefined) &&
    (from === undefined || to === undefined || from <= to),
  ({ from, to }) =>
    from === undefined && to === undefined
      ? 'expected from, to or both'
      : `expected from to be at most to, but got ${from} and ${to}`,
);

const Hours = Type.Refine(
  Type.Object(
    {
      from: Type.Integer({ minimum: 0, maximum: 23 }),
      to: Type.Integer({ minimum: 0, maximum: 24 }),
    },
    CLOSED,
  ),
  ({ from, to }) => from !== to,
  ({ from }) => `expected two different hours, but got ${from} twice`,
);

export const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const conditions = {
  intents: Type.Optional(Texts),
  minConfidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  topics: Type.Optional(Texts),
  sentiments: Type.Optional(list(Type.Enum(['positive', 'neutral', 'negative']))),
  funnelStages: Type.Optional(
    list(Type.Enum(['awareness', 'consideration', 'intent', 'conversion'])),
  ),
  interests: Type.Optional(Texts),
  behaviors: Type.Optional(Texts),
  turns: Type.Optional(Turns),
  quickReply: Type.Optional(Type.Boolean()),
  keywords: Type.Optional(list(Keyword)),
  categories: Type.Optional(Texts),
  countries: Type.Optional(list(Country)),
  languages: Type.Optional(
    list(
      Type.String({
        pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*$',
        expects: 'a language code like "en"',
      }),
    ),
  ),
  deviceTypes: Type.Optional(list(Type.Integer({ minimum: 1, maximum: 7 }))),
  publishers: Type.Optional(Texts),
  formats: Type.Optional(Texts),
  domains: Type.Optional(
    list(
      Type.String({
        maxLength: 253,
        pattern: '^[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*$',
        expects: 'a host name like "chat.example.com"',
      }),
    ),
  ),
  segments: Type.Optional(Texts),
  days: Type.Optional(list(Type.Enum([...DAYS]))),
  hours: Type.Optional(Hours),
};

export const ConditionSchema = Type.Object(conditions, CLOSED);

/** An adjustment that always applies belongs into the CPM. */
export const WhenSchema = Type.Refine(
  Type.Object(conditions, CLOSED),
  (when) => Object.keys(when).length > 0,
  () => 'expected at least one condition',
);

const { countries, publishers, formats, deviceTypes } = conditions;

/** The conditions by which a partner says which requests it wants. */
export const OnlySchema = Type.Refine(
  Type.Object({ countries, publishers, formats, deviceTypes }, CLOSED),
  (only) => Object.keys(only).length > 0,
  () => 'expected at least one of countries, publishers, formats and deviceTypes',
);

export type Condition = DeepReadonly<Static<typeof ConditionSchema>>;
