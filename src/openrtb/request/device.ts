import Type from 'typebox';
import { decimal } from '../fields.ts';
import { classified } from '../privacy-class.ts';

/** `user.geo` is not checked, and has the same classes. */
export const GEO_CLASSES = {
  lat: 'coordinates',
  lon: 'coordinates',
  country: 'context',
  region: 'context',
  type: 'context',
  utcoffset: 'context',
  city: 'fine-geo',
  metro: 'fine-geo',
  zip: 'fine-geo',
  accuracy: 'fine-geo',
  lastfix: 'fine-geo',
  ipservice: 'fine-geo',
} as const;

const Geo = classified(
  {
    lat: Type.Optional(decimal({ minimum: -90, maximum: 90, decimals: 6 })),
    lon: Type.Optional(decimal({ minimum: -180, maximum: 180, decimals: 6 })),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2,3}$',
        expects: 'a country code of two or three letters',
      }),
    ),
  },
  GEO_CLASSES,
);

export const Device = classified(
  {
    ua: Type.Optional(Type.String()),
    ip: Type.Optional(Type.String()),
    language: Type.Optional(Type.String()),
    devicetype: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
    geo: Type.Optional(Geo),
  },
  {
    ua: 'device',
    ip: 'address',
    language: 'context',
    devicetype: 'context',
    geo: 'nested',
    ipv6: 'address',
    dnt: 'signal',
    lmt: 'signal',
    make: 'device',
    model: 'device',
    os: 'device',
    osv: 'device',
    hwv: 'device',
    h: 'device',
    w: 'device',
    ppi: 'device',
    pxratio: 'device',
    js: 'device',
    langb: 'context',
    connectiontype: 'device',
    ifa: 'id',
    didsha1: 'id',
    didmd5: 'id',
    dpidsha1: 'id',
    dpidmd5: 'id',
    macsha1: 'id',
    macmd5: 'id',
  },
);
