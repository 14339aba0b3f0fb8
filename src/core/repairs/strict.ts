import { Compile } from 'typebox/schema';
import { BidRequestSchema } from '../openrtb/bid-request.ts';
import { NativeRequestSchema } from '../openrtb/native-request.ts';

/** The strict endpoint's own rules for the fields that are repaired: a repair changes only what they refuse. */

const { id, at, imp, site, device, user, regs, ext } = BidRequestSchema.properties;
const { bidfloor } = imp.items.properties;
const { lat, lon } = device.properties.geo.properties;
const { conversation, shown } = ext.properties.parley.properties;

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
  conversation: Compile(conversation),
  shownDomain: Compile(shown.items.properties.domain),
  shownCampaign: Compile(shown.items.properties.cid),
  secondsAgo: Compile(shown.items.properties.secondsAgo),
  shownAgain: Compile(shown.items.properties.again),
} as const;
