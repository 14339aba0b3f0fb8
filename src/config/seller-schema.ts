import Type from 'typebox';

export const Domain = Type.String({
  pattern: '^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9-]{2,63}$',
  expects: 'a host name in lower case, like example.com',
});

/** The entry of a publisher in `/sellers.json` (IAB sellers.json 1.0). */
export const Seller = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 256 }),
    domain: Domain,
    type: Type.Enum(['publisher', 'intermediary', 'both']),
  },
  { additionalProperties: false },
);
