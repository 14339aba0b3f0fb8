import fc from 'fast-check';
import type { Json, JsonObject } from './json.ts';
import { shape } from './shape.ts';
import { validContext } from './valid-context.ts';
import { nativeText } from './valid-native.ts';
import {
  agentUrl,
  bounded,
  bundle,
  count,
  country,
  decimal,
  domain,
  flag,
  id,
  listed,
  text,
  texts,
  usPrivacy,
} from './values.ts';

/** Bid requests that keep every rule, over the whole schema. */

const format = shape({ agent_url: agentUrl, id: text.filter((value) => value !== '') });

/** Never refused, whatever it is; null would be as good as absent. */
const priceFilter: fc.Arbitrary<Json> = fc.oneof(
  shape(
    {},
    {
      min_price: real(),
      max_price: real(),
      price_currency: fc.constantFrom('USD', 'EUR', 'usd', 'ZZZ', ''),
    },
  ),
  (fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>).filter((value) => value !== null),
);

function real(): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: -5, max: 500 }), fc.double({ noNaN: true, min: 0, max: 1e6 }));
}

const currency = fc.constantFrom('USD', 'EUR', 'ZZZ');

const deal = shape(
  { id: text.filter((value) => value !== '') },
  {
    bidfloor: decimal(0, 1000, 2),
    bidfloorcur: currency,
    at: fc.constantFrom(1, 2, 3),
    wseat: texts,
    wadomain: texts,
  },
);

/** Other media are not read but for their durations. */
const otherMedia: fc.Arbitrary<Json> = fc.oneof(
  fc.tuple(fc.nat(60), fc.nat(60)).map(([least, more]) => ({
    minduration: least,
    maxduration: least + more,
  })),
  fc.record({ mimes: texts, minduration: fc.integer(), w: fc.integer() }),
  fc.constantFrom<Json>('none', 5, [], { minduration: '9', maxduration: 1 }),
);

const imp = shape(
  {
    id,
    native: shape(
      { request: nativeText },
      {
        ver: fc.constantFrom('1', '1.0', '1.1', '1.2'),
        api: fc.array(listed(1, 9), { maxLength: 3 }),
        battr: fc.array(count(0), { maxLength: 3 }),
      },
    ),
  },
  {
    bidfloor: decimal(0, 1000, 2),
    bidfloorcur: currency,
    secure: flag,
    video: otherMedia,
    audio: otherMedia,
    pmp: shape({}, { private_auction: flag, deals: fc.array(deal, { maxLength: 2 }) }),
    ext: fc
      .tuple(
        shape(
          {},
          { service: shape({}, { adcpFormats: fc.array(format, { minLength: 1, maxLength: 3 }) }) },
        ),
        fc.option(priceFilter.map((service_product_search) => ({ service_product_search }))),
      )
      .map(([fields, filter]) => ({ ...fields, ...filter })),
  },
);

const publisher = shape({}, { id: text });

const categories = fc.oneof(
  { weight: 9, arbitrary: fc.array(text, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.constant('1'), { minLength: 50, maxLength: 50 }) },
);

const keywords = fc.oneof(
  text,
  fc.array(text, { maxLength: 14 }).map((words) => words.join(', ')),
);

const common = { id: text, name: text, cat: categories, keywords, kwarray: texts, publisher };
const site = shape({}, { ...common, domain });
const app = shape({}, { ...common, bundle });

const device = shape(
  {},
  {
    ua: text,
    ip: fc.oneof(fc.ipV4(), fc.ipV6(), text),
    language: text,
    devicetype: bounded(1, 7),
    geo: shape({}, { lat: decimal(-90, 90, 6), lon: decimal(-180, 180, 6), country }),
  },
);

const user = shape(
  {},
  {
    id: text,
    gender: fc.constantFrom('M', 'F', 'O'),
    data: fc.array(
      shape(
        {},
        { id: text, name: text, segment: fc.array(shape({}, { id: text }), { maxLength: 2 }) },
      ),
      { maxLength: 2 },
    ),
    consent: text,
    ext: shape({}, { consent: text }),
  },
);

/** Never refused for its type (ruling 62). */
const gppSections: fc.Arbitrary<Json> = fc.oneof(
  fc.array(count(0), { maxLength: 3 }),
  fc.constantFrom<Json>(7, '7', '2,6', -1, true, {}, ['x', [7]]),
);

const regs = shape(
  {},
  {
    coppa: flag,
    gdpr: flag,
    us_privacy: usPrivacy,
    gpp: text,
    gpp_sid: gppSections,
    ext: shape({}, { gdpr: flag, us_privacy: usPrivacy, gpp_sid: gppSections }),
  },
);

const name = text.filter((value) => value !== '');

const conversation = shape(
  {},
  {
    conversation: name,
    onlyRelevant: fc.boolean(),
    shown: fc.array(
      shape({ domain: name }, { cid: name, secondsAgo: count(0), again: fc.boolean() }),
      {
        maxLength: 3,
      },
    ),
  },
);

/** Where the ad stands: at most one of three, the others absent or null. */
const channel: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({}),
  fc.constant({ site: null, app: null, dooh: null }),
  site.map((value) => ({ site: value, app: null })),
  site.map((value) => ({ site: value })),
  app.map((value) => ({ app: value, site: null, dooh: null })),
  app.map((value) => ({ app: value })),
  fc.constant({ dooh: { venuetypetax: 1 } }),
);

const imps = fc.oneof(
  { weight: 9, arbitrary: impsBetween(1, 3) },
  { weight: 1, arbitrary: impsBetween(10, 10) },
);

function impsBetween(minLength: number, maxLength: number): fc.Arbitrary<JsonObject[]> {
  return fc.uniqueArray(imp, { minLength, maxLength, selector: (item) => item.id });
}

export const validRequest: fc.Arbitrary<JsonObject> = fc
  .tuple(
    shape(
      { id, imp: imps },
      {
        test: flag,
        at: fc.constantFrom(1, 2),
        tmax: bounded(100, 5000),
        device,
        user,
        regs,
        ext: shape({}, { service: validContext, parley: conversation }),
        cur: fc.array(currency, { maxLength: 3 }),
        cattax: count(0),
        bcat: texts,
        acat: texts,
        badv: texts,
        bapp: texts,
        wseat: texts,
        bseat: texts,
        wlang: texts,
      },
    ),
    channel,
  )
  .map(([fields, where]) => ({ ...fields, ...where }));
