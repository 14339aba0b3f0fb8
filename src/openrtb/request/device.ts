import Type from 'typebox';
import { decimal } from '../fields.ts';
import { classified } from '../privacy-class.ts';

/** `user.geo` is not checked, and has the same classes. */
export const GEO_CLASSES = {
  lat: ['coordinates', 'degrees'],
  lon: ['coordinates', 'degrees'],
  country: ['context', 'country'],
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
    ip: ['address', 'address'],
    language: ['context', 'language'],
    devicetype: 'context',
    geo: 'nested',
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
