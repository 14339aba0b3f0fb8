import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';

/** Fields that many tools have, each as the protocol bounds it and no longer than is kept. */

const DOMAIN = '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$';
const DOMAIN_LENGTH_MAX = 253;
const BRAND_ID_LENGTH_MAX = 100;

/** Of every call that changes something. */
export const IdempotencyKey = Type.String({
  minLength: 16,
  maxLength: 255,
  pattern: '^[A-Za-z0-9_.:-]{16,255}$',
  expects: 'a key of 16 to 255 characters from A-Z a-z 0-9 _ . : -',
});

const Domain = Type.String({
  minLength: 1,
  maxLength: DOMAIN_LENGTH_MAX,
  pattern: DOMAIN,
  expects: 'a domain in lower case, such as brand.example',
});

/** Other keys of a brand describe it, and nothing here depends on them. */
export const Brand = Type.Object({
  domain: Domain,
  brand_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: BRAND_ID_LENGTH_MAX,
      pattern: '^[a-z0-9_]+$',
      expects: 'lower case letters, digits and _',
    }),
  ),
});

/** The parts of a natural key that later versions have, refused where they would name another account. */
const KEY_QUALIFIERS = {
  operator_unit: Type.Optional(Type.Object({})),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
  timezone: Type.Optional(Type.String({ maxLength: 64 })),
};

/** What names an account where a buyer declares it. */
export const NATURAL_KEY = {
  brand: Brand,
  operator: Domain,
  ...KEY_QUALIFIERS,
  sandbox: Type.Optional(Type.Boolean()),
};

/** Either the id of an account, or its brand and operator: `findAccount` tells which. */
export const AccountReference = Type.Object(
  {
    account_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    brand: Type.Optional(Brand),
    operator: Type.Optional(Domain),
    ...KEY_QUALIFIERS,
    sandbox: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export type AccountReferenceArgs = DeepReadonly<Static<typeof AccountReference>>;

/** What a buyer wants back with an answer, and what partners of it have agreed on: neither is read. */
export const OPAQUE = {
  context: Type.Optional(Type.Object({})),
  ext: Type.Optional(Type.Object({})),
};
