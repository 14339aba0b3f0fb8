import Type from 'typebox';
import { decimal, list } from '../fields.ts';
import { type Classified, classified, optional } from '../privacy-class.ts';
import { REQUEST_ITEMS_MAX } from '../size-limits.ts';

/** Fields of a location that are not checked. */
const UNCHECKED_GEO_CLASSES = {
  region: ['context', 'region'],
  type: ['context', 'code'],
  utcoffset: ['context', 'utcOffset'],
  city: ['fine-geo', 'label'],
  metro: ['fine-geo', 'label'],
  zip: ['fine-geo', 'label'],
  accuracy: ['fine-geo', 'measure'],
  lastfix: ['fine-geo', 'time'],
  ipservice: ['fine-geo', 'code'],
} as const;

const COORDINATE = ['coordinates', 'degrees'] as const;
const COUNTRY = ['context', 'country'] as const;

const Geo = classified(
  {
    lat: optional(COORDINATE, decimal({ minimum: -90, maximum: 90, decimals: 6 })),
    lon: optional(COORDINATE, decimal({ minimum: -180, maximum: 180, decimals: 6 })),
    country: optional(
      COUNTRY,
      Type.String({
        pattern: '^[A-Za-z]{2,3}$',
        expects: 'a country code of two or three letters',
      }),
    ),
  },
  UNCHECKED_GEO_CLASSES,
);

/** `user.geo`, of which nothing is checked, has the same classes. */
const USER_GEO_CLASSES = {
  lat: COORDINATE,
  lon: COORDINATE,
  country: COUNTRY,
  ...UNCHECKED_GEO_CLASSES,
};

export const Device = classified(
  {
    ua: optional('device', Type.String()),
    ip: optional(['address', 'address'], Type.String()),
    language: optional(['context', 'language'], Type.String()),
    devicetype: optional('context', Type.Integer({ minimum: 1, maximum: 7 })),
    geo: optional('nested', Geo),
  },
  {
    ipv6: ['address', 'address'],
    dnt: ['signal', 'flag'],
    lmt: ['signal', 'flag'],
    ext: { dnt: ['signal', 'flag'], lmt: ['signal', 'flag'] },
    make: ['device', 'label'],
    model: ['device', 'label'],
    os: ['device', 'label'],
    osv: ['device', 'version'],
    hwv: ['device', 'label'],
    h: ['device', 'measure'],
    w: ['device', 'measure'],
    ppi: ['device', 'measure'],
    pxratio: ['device', 'measure'],
    js: ['device', 'flag'],
    langb: ['context', 'language'],
    connectiontype: ['device', 'code'],
    ifa: ['id', 'label'],
    didsha1: ['id', 'label'],
    didmd5: ['id', 'label'],
    dpidsha1: ['id', 'label'],
    dpidmd5: ['id', 'label'],
    macsha1: ['id', 'label'],
    macmd5: ['id', 'label'],
  },
);

const Segment = classified(
  { id: optional('user-data', Type.String()) },
  { name: ['user-data', 'label'], value: ['user-data', 'label'] },
);

const UserData = classified(
  {
    id: optional('user-data', Type.String()),
    name: optional('user-data', Type.String()),
    segment: optional('nested', list(Segment, REQUEST_ITEMS_MAX.segments)),
  },
  { ext: { segtax: ['user-data', 'code'] } },
);

/** `user.eids` and `user.ext.eids`. */
const EID_CLASSES: Classified = {
  source: ['id', 'label'],
  inserter: ['id', 'label'],
  matcher: ['id', 'label'],
  mm: ['id', 'code'],
  uids: { id: ['id', 'text'], atype: ['id', 'code'] },
};

const Consent = optional(['consent', 'consent'], Type.String());

export const User = classified(
  {
    id: optional('id', Type.String()),
    gender: optional('demographics', Type.Enum(['M', 'F', 'O'])),
    data: optional('nested', list(UserData, REQUEST_ITEMS_MAX.userData)),
    consent: Consent,
    ext: optional('nested', classified({ consent: Consent }, { eids: EID_CLASSES })),
  },
  {
    buyeruid: ['id', 'text'],
    customdata: ['id', 'text'],
    eids: EID_CLASSES,
    yob: ['demographics', 'year'],
    keywords: ['user-data', 'text'],
    kwarray: ['user-data', 'texts'],
    geo: USER_GEO_CLASSES,
  },
);
