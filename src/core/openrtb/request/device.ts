import Type from 'typebox';
import { decimal } from '../fields.ts';
import { classified, optional } from '../privacy-class.ts';

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
export const USER_GEO_CLASSES = {
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
