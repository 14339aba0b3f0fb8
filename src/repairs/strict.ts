import { Compile } from 'typebox/schema';
import { BidRequestSchema } from '../openrtb/bid-request.ts';
import { NativeRequestSchema } from '../openrtb/native-request.ts';

/** The strict endpoint's own rules for the fields that are repaired: a repair changes only what they refuse. */

const { id, at, imp, site, device, user, regs } = BidRequestSchema.properties;
const { bidfloor } = imp.items.properties;
const { lat, lon } = device.properties.geo.properties;

export const STRICT = {
  id: Compile(id),
  at: Compile(at),
  bidfloor: Compile(bidfloor),
  native: Compile(NativeRequestSchema),
  domain: Compile(site.properties.domain),
  devicetype: Compile(device.properties.devicetype),
  lat: Compile(lat),
  lon: Compile(lon),
  gender: Compile(user.properties.gender),
  flag: Compile(regs.properties.gdpr),
  usPrivacy: Compile(regs.properties.us_privacy),
} as const;
