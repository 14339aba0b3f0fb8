import Type, { type Static } from 'typebox';
import { advertiserDomain, DOMAIN_LENGTH_MAX } from '../core/openrtb/host-name.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import { CLOSED } from './entry-schema.ts';

const text = (lengthMax: number) => Type.String({ minLength: 1, maxLength: lengthMax });

/** As campaigns have them. */
const NAME_LENGTH_MAX = 100;
const CATEGORIES = Type.Array(text(20), { minItems: 1, maxItems: 20 });

const EMAIL_LENGTH_MAX = 254;
const NOTES_LENGTH_MAX = 2000;

/** Who stands behind campaigns and bids of one domain. Contact and notes are for people: nothing is sent anywhere. */
export const AdvertiserSchema = Type.Object(
  {
    domain: text(DOMAIN_LENGTH_MAX),
    name: text(NAME_LENGTH_MAX),
    categories: Type.Optional(CATEGORIES),
    contact: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(text(NAME_LENGTH_MAX)),
          email: Type.Optional(
            Type.String({
              pattern: '^[^@\\s]+@[^@\\s]+$',
              maxLength: EMAIL_LENGTH_MAX,
              expects: 'an e-mail address, like ann@shop.example',
            }),
          ),
        },
        CLOSED,
      ),
    ),
    notes: Type.Optional(text(NOTES_LENGTH_MAX)),
  },
  CLOSED,
);

export type AdvertiserDefinition = DeepReadonly<Static<typeof AdvertiserSchema>>;

/** With the domain as bids are compared with it (ruling 71), however it was written. undefined: it is none. */
export function withComparedDomain(
  definition: AdvertiserDefinition,
): AdvertiserDefinition | undefined {
  const domain = advertiserDomain(definition.domain.trim());
  return domain === undefined ? undefined : { ...definition, domain };
}
