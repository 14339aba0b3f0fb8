import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';

/** Fields that many tools have, each as the protocol bounds it and no longer than is kept. */

/** Prices, budgets and reports are in this currency, whatever the account. */
export const CURRENCY = 'USD';

/** Days of budgets and reports begin at midnight of this time zone, whatever the account. */
export const TIMEZONE = 'UTC';

/** What the ledger has of every package. */
export const DELIVERY_METRICS = [
  'impressions',
  'spend',
  'clicks',
  'ctr',
  'conversions',
  'conversion_value',
  'roas',
  'cost_per_acquisition',
  'cost_per_click',
] as const;

export type DeliveryMetric = (typeof DELIVERY_METRICS)[number];

const DOMAIN = '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$';

/** Of packages, buys, products and what else the protocol has. */
export const Id = Type.String({ minLength: 1, maxLength: 255 });

/** Of every call that changes something. */
export const IdempotencyKey = Type.String({
  minLength: 16,
  maxLength: 255,
  pattern: '^[A-Za-z0-9_.:-]{16,255}$',
  expects: 'a key of 16 to 255 characters from A-Z a-z 0-9 _ . : -',
});

const Domain = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: DOMAIN,
  expects: 'a domain in lower case, such as brand.example',
});

/** What would name another account, and must not be taken for this one. */
export const refused = (reason: string) =>
  Type.Optional(
    Type.Refine(
      Type.Unknown(),
      () => false,
      () => reason,
    ),
  );

/** Other keys of a brand describe it, and nothing here depends on them. */
export const Brand = Type.Object({
  domain: Domain,
  brand_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[a-z0-9_]+$',
      expects: 'lower case letters, digits and _',
    }),
  ),
  countries: refused('expected none: accounts are of a brand in all countries'),
});

/** What names an account where a buyer declares it. */
export const NATURAL_KEY = {
  brand: Brand,
  operator: Domain,
  operator_unit: refused('expected none: accounts are of a brand and an operator, without units'),
  currency: Type.Optional(Type.Enum([CURRENCY])),
  timezone: Type.Optional(Type.Enum([TIMEZONE])),
  sandbox: Type.Optional(Type.Boolean()),
};

/** Either the id of an account, or its brand and operator: `findAccount` tells which. */
export const AccountReference = Type.Object(
  {
    ...NATURAL_KEY,
    account_id: Type.Optional(Id),
    brand: Type.Optional(Brand),
    operator: Type.Optional(Domain),
  },
  { additionalProperties: false },
);

export type AccountReferenceArgs = DeepReadonly<Static<typeof AccountReference>>;

/** What a buyer wants back with an answer, and what partners of it have agreed on: neither is read. */
export const OPAQUE = {
  context: Type.Optional(Type.Object({})),
  ext: Type.Optional(Type.Object({})),
};
