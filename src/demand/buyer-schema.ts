import { createPublicKey } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { KNOWN_FORMATS } from '../core/openrtb/known-formats.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import { BaseUrl, Token } from '../lib/value-schemas.ts';
import { ConditionSchema } from './condition-schema.ts';
import { CLOSED, Name } from './entry-schema.ts';

/** What AI buyers are sold: the section `adcp` of the config. */

const Usd = Type.Number({
  minimum: 0.01,
  maximum: 1e9,
  expects: 'an amount of USD from 0.01 to 1000000000',
});

const Price = Type.Number({
  minimum: 0.01,
  maximum: 1000,
  expects: 'a price in USD from 0.01 to 1000',
});

const PRODUCT_PUBLISHERS_MAX = 1000;
const BUYERS_OF_CONFIG_MAX = 100;
/** Those of the config and of the store together. */
export const BUYERS_MAX = 1000;
export const PRODUCTS_MAX = 1000;

/** How many calls a buyer may make in a minute where nothing else is said. */
export const BUYER_CALLS_PER_MINUTE = 120;

const BUYER_SIGNING_KEYS_MAX = 10;

const Base64Url = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  expects: '32 bytes in base64url: 43 characters',
});

/** A public key with which a buyer signs its requests, as JWK. What says what it is for may be left out. */
const SigningKeySchema = Type.Refine(
  Type.Object(
    {
      kid: Type.String({ minLength: 1, maxLength: 200 }),
      kty: Type.Enum(['OKP', 'EC']),
      crv: Type.Enum(['Ed25519', 'P-256']),
      x: Base64Url,
      y: Type.Optional(Base64Url),
      alg: Type.Optional(Type.Enum(['EdDSA', 'ES256'])),
      use: Type.Optional(Type.Enum(['sig'])),
      key_ops: Type.Optional(Type.Array(Type.Enum(['verify']), { minItems: 1, maxItems: 1 })),
      adcp_use: Type.Optional(Type.Enum(['request-signing'])),
    },
    CLOSED,
  ),
  (key) => signingKeyFault(key) === undefined,
  (key) => signingKeyFault(key) ?? '',
);

function signingKeyFault({ kty, crv, x, y, alg }: JwkParts): string | undefined {
  const kind = crv === 'Ed25519' ? ED25519 : P256;
  if (kty !== kind.kty) return `expected kty ${kind.kty}, since crv is ${crv}, but got ${kty}`;
  if (alg !== undefined && alg !== kind.alg) {
    return `expected alg ${kind.alg}, since crv is ${crv}, but got ${alg}`;
  }
  if (kind.hasY !== (y !== undefined)) {
    return kind.hasY ? 'expected y, since crv is P-256' : 'expected no y, since crv is Ed25519';
  }
  try {
    createPublicKey({ key: { kty, crv, x, ...(y === undefined ? {} : { y }) }, format: 'jwk' });
    return undefined;
  } catch {
    return `expected x${kind.hasY ? ' and y' : ''} of a point of the curve ${crv}`;
  }
}

type JwkParts = {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y?: string;
  readonly alg?: string;
};

const ED25519 = { kty: 'OKP', alg: 'EdDSA', hasY: false } as const;
const P256 = { kty: 'EC', alg: 'ES256', hasY: true } as const;

const BUYER_KEYS = {
  id: Name,
  name: Type.String({ minLength: 1, maxLength: 100 }),
  sandbox: Type.Optional(Type.Boolean()),
  dailyCap: Type.Optional(Usd),
  callsPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  signingKeys: Type.Optional(Type.Array(SigningKeySchema, { maxItems: BUYER_SIGNING_KEYS_MAX })),
  requireSignature: Type.Optional(Type.Boolean()),
};

type SigningTerms = {
  readonly signingKeys?: readonly { readonly kid: string }[];
  readonly requireSignature?: boolean;
};

function signingFault({ signingKeys = [], requireSignature = false }: SigningTerms) {
  if (requireSignature && signingKeys.length === 0) {
    return 'expected signingKeys, since requireSignature is set';
  }
  const ids = signingKeys.map(({ kid }) => kid);
  const repeated = ids.find((kid, index) => ids.indexOf(kid) !== index);
  return repeated === undefined
    ? undefined
    : `expected keys with a kid each, but "${repeated}" is used twice`;
}

/** A buyer of the store, whose tokens the exchange makes. */
export const BuyerSchema = Type.Refine(
  Type.Object(BUYER_KEYS, CLOSED),
  (buyer) => signingFault(buyer) === undefined,
  (buyer) => signingFault(buyer) ?? '',
);

const ConfigBuyer = Type.Refine(
  Type.Object({ ...BUYER_KEYS, token: Token }, CLOSED),
  (buyer) => signingFault(buyer) === undefined,
  (buyer) => signingFault(buyer) ?? '',
);

const Floors = Type.Refine(
  Type.Object({ cpm: Type.Optional(Price), cpc: Type.Optional(Price) }, CLOSED),
  ({ cpm, cpc }) => cpm !== undefined || cpc !== undefined,
  () => 'expected cpm, cpc or both',
);

/** What a buyer can buy: the conversations of some publishers, at a lowest price for each pricing model. */
export const ProductSchema = Type.Object(
  {
    id: Name,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.String({ minLength: 1, maxLength: 1000 }),
    publishers: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: PRODUCT_PUBLISHERS_MAX,
    }),
    formats: Type.Optional(
      Type.Array(Type.Enum(KNOWN_FORMATS.map(({ id }) => id)), { minItems: 1 }),
    ),
    floors: Floors,
    minSpend: Type.Optional(Usd),
    targeting: Type.Optional(
      Type.Object(
        { include: Type.Optional(ConditionSchema), exclude: Type.Optional(ConditionSchema) },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);

export const AdcpSchema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    publicUrl: Type.Optional(BaseUrl),
    partner: Type.Optional(Name),
    buyers: Type.Optional(Type.Array(ConfigBuyer, { maxItems: BUYERS_OF_CONFIG_MAX })),
    products: Type.Optional(Type.Array(ProductSchema, { maxItems: PRODUCTS_MAX })),
  },
  CLOSED,
);

export type SigningKey = DeepReadonly<Static<typeof SigningKeySchema>>;
export type BuyerDefinition = DeepReadonly<Static<typeof BuyerSchema>>;
export type ProductDefinition = DeepReadonly<Static<typeof ProductSchema>>;
