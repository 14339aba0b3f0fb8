import Type, { type Static } from 'typebox';
import { ConditionSchema } from '../demand/condition-schema.ts';
import { CLOSED, Name } from '../demand/entry-schema.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import { KNOWN_FORMATS } from '../openrtb/known-formats.ts';
import { Token } from './value-schemas.ts';

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

const BUYER_KEYS = {
  id: Name,
  name: Type.String({ minLength: 1, maxLength: 100 }),
  sandbox: Type.Optional(Type.Boolean()),
  dailyCap: Type.Optional(Usd),
  callsPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
};

/** A buyer of the store, whose tokens the exchange makes. */
export const BuyerSchema = Type.Object(BUYER_KEYS, CLOSED);

const ConfigBuyer = Type.Object({ ...BUYER_KEYS, token: Token }, CLOSED);

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

const Port = Type.Integer({ minimum: 0, maximum: 65535 });

export const AdcpSchema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    host: Type.Optional(Type.String({ minLength: 1 })),
    port: Type.Optional(Port),
    partner: Type.Optional(Name),
    testController: Type.Optional(Type.Boolean()),
    buyers: Type.Optional(Type.Array(ConfigBuyer, { maxItems: BUYERS_OF_CONFIG_MAX })),
    products: Type.Optional(Type.Array(ProductSchema, { maxItems: PRODUCTS_MAX })),
  },
  CLOSED,
);

export type BuyerDefinition = DeepReadonly<Static<typeof BuyerSchema>>;
export type ProductDefinition = DeepReadonly<Static<typeof ProductSchema>>;
export type AdcpFile = Static<typeof AdcpSchema>;
