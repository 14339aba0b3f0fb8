import { DEVICE } from './person.ts';

/** What a partner received of a person, in short, and what that is under each kind of restriction. */

export type Received = {
  readonly device: Record<string, unknown> & { geo: Record<string, unknown> };
  readonly user?: Record<string, unknown> & { geo?: Record<string, unknown> };
  readonly regs?: Record<string, unknown>;
  readonly ext: { service: Record<string, unknown> };
};

const IDS = ['id', 'buyeruid', 'customdata', 'eids'];
const DEVICE_IDS = ['ifa', 'didsha1', 'didmd5', 'dpidsha1', 'dpidmd5', 'macsha1', 'macmd5'];
const USER_DATA = ['yob', 'gender', 'keywords', 'kwarray', 'data'];

export function summary({ device, user = {}, ext }: Received) {
  const present = (value: Record<string, unknown>, names: readonly string[]) =>
    names.filter((name) => value[name] !== undefined);
  const { geo } = device;
  return {
    ids: present(user, IDS).length + present(device, DEVICE_IDS).length + ('ext' in user ? 1 : 0),
    userData: present(user, USER_DATA),
    ip: device.ip,
    ipv6: device.ipv6,
    lat: geo.lat,
    lon: geo.lon,
    userLat: user.geo?.lat,
    fine: present(geo, ['city', 'metro', 'zip', 'accuracy', 'ipservice']).length,
    audience: ext.service.audience !== undefined,
  };
}

export const EVERYTHING = {
  // Old and new place of eids are one once they reach a partner: see the outgoing request.
  ids: IDS.length + DEVICE_IDS.length,
  userData: USER_DATA,
  ip: DEVICE.ip,
  ipv6: DEVICE.ipv6,
  lat: -40.748817,
  lon: -73.985428,
  userLat: -33.868821,
  fine: 5,
  audience: true,
};
export const COARSE = { lat: -40.75, lon: -73.99, userLat: -33.87 };
export const NETWORK = { ip: '203.0.113.0', ipv6: '2001:db8:1234:5600::' };
const NO_IDENTITY = { ids: 0, userData: [] as string[] };
export const OPTED_OUT = { ...EVERYTHING, ...NO_IDENTITY, ...NETWORK, ...COARSE };
export const CHILD = {
  ...OPTED_OUT,
  lat: undefined,
  lon: undefined,
  userLat: undefined,
  fine: 0,
  audience: false,
};

export const NO_BASIS = { ...EVERYTHING, ...NO_IDENTITY, ...NETWORK, ...COARSE };
export const NO_CONSENT = { ...NO_BASIS, fine: 0, audience: false };
