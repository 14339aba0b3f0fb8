import Type from 'typebox';
import { isObject } from '../../../lib/schema-fault.ts';
import { count, decimal, Flag, Id, list, listed, PRICE_CPM_MAX, strings } from '../fields.ts';
import { FormatsSchema } from '../formats.ts';
import { NATIVE_VERSIONS } from '../native-request.ts';
import { classified, optional, required } from '../privacy-class.ts';
import { REQUEST_ITEMS_MAX } from '../size-limits.ts';

const Native = classified({
  request: required(
    'native-request',
    Type.String({
      minLength: 1,
      contentMediaType: 'application/json',
      description: 'A Native Ads 1.2 request, JSON-encoded; with or without the `native` wrapper.',
    }),
  ),
  ver: optional('context', Type.Enum([...NATIVE_VERSIONS])),
  api: optional('context', list(listed('an API framework', 1, 9), REQUEST_ITEMS_MAX.apis)),
  battr: optional(
    'context',
    list(count(0), REQUEST_ITEMS_MAX.attributes, { description: 'Blocked creative attributes.' }),
  ),
});

export const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  expects: 'a currency code of three capital letters, like "USD"',
});

const Price = Type.Number({ minimum: 0, maximum: PRICE_CPM_MAX });

const Deal = classified(
  {
    id: required('context', Type.String({ minLength: 1 })),
    bidfloor: optional('context', Price),
    bidfloorcur: optional('context', Currency),
    at: optional(
      'context',
      Type.Enum([1, 2, 3], {
        expects: '1 (first price), 2 (second price) or 3 (the floor is the price)',
      }),
    ),
    wseat: optional('context', strings(REQUEST_ITEMS_MAX.blocks)),
    wadomain: optional('context', strings(REQUEST_ITEMS_MAX.blocks)),
  },
  { guar: ['context', 'flag'] },
);

const PrivateMarketplace = classified({
  private_auction: optional('context', Flag),
  deals: optional('nested', list(Deal, REQUEST_ITEMS_MAX.deals)),
});

const ImpExtension = classified(
  {
    service: optional('nested', classified({ adcpFormats: optional('nested', FormatsSchema) })),
    service_product_search: optional(
      'price-filter',
      Type.Unknown({
        description:
          'Price filter of the product-search partner. Invalid values are ignored, never refused.',
        examples: [{ min_price: 50, max_price: 150, price_currency: 'USD' }],
      }),
    ),
  },
  { gpid: ['context', 'label'] },
);

type Durations = { readonly minduration: number; readonly maxduration: number };

function hasDurations(media: unknown): media is Durations {
  if (!isObject(media)) return false;
  return typeof media.minduration === 'number' && typeof media.maxduration === 'number';
}

/** Ruling 69: rule 9 holds for other media too. Nothing else of them is read, since they are sold to nobody. */
const OtherMedia = Type.Refine(
  Type.Unknown({ description: 'Not sold here. `minduration` is at most `maxduration`.' }),
  // Null is absent (ruling 13), and fails the check so that it is left out.
  (media) => media !== null && (!hasDurations(media) || media.minduration <= media.maxduration),
  (media) => {
    const { minduration, maxduration } = media as Durations;
    return `expected minduration to be at most maxduration, but got ${minduration} and ${maxduration}`;
  },
);

export const ImpSchema = classified(
  {
    id: required('context', Id),
    native: required('nested', Native),
    bidfloor: optional('context', decimal({ minimum: 0, maximum: 1000, decimals: 2 })),
    ext: optional('nested', ImpExtension),
    bidfloorcur: optional('context', Currency),
    secure: optional('context', Flag),
    pmp: optional('nested', PrivateMarketplace),
    video: optional('personal', OtherMedia),
    audio: optional('personal', OtherMedia),
  },
  {
    tagid: ['context', 'label'],
    displaymanager: ['context', 'label'],
    displaymanagerver: ['context', 'version'],
    instl: ['context', 'flag'],
    clickbrowser: ['context', 'flag'],
    rwdd: ['context', 'flag'],
    ssai: ['context', 'code'],
    exp: ['context', 'measure'],
  },
);
