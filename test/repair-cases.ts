import type { Json, JsonObject } from './properties/json.ts';

/** Requests that the strict endpoint refuses, each for one fault that is repaired at the other. */

type RepairCase = {
  readonly repair: string;
  readonly path: string;
  readonly sent: Json;
  /** Undefined: the field is gone. */
  readonly becomes: Json | undefined;
};

/** A native request with one image of these fields, as `native.request` has it. */
export const image = (fields: JsonObject, wrap = false): string => {
  const root = { assets: [{ id: 1, img: { type: 3, ...fields } }] };
  return JSON.stringify(wrap ? { native: root } : root);
};
export const NATIVE = 'imp[0].native.request';
export const BANNER = { id: 'b', banner: { w: 300, h: 250 } };
export const nativeImp = (id: string): JsonObject => ({ id, native: { request: image({}) } });
const imps = (count: number) => Array.from({ length: count }, (_, i) => nativeImp(`${i}`));

function hint(sent: JsonObject, becomes: JsonObject): RepairCase {
  const assets = [{ id: 1, title: { len: 90 } }];
  return {
    repair: 'native-hint-ignored',
    path: NATIVE,
    sent: JSON.stringify({ ...sent, assets }),
    becomes: JSON.stringify({ ...becomes, assets }),
  };
}

function numbered(
  sent: readonly (number | null | undefined)[],
  becomes: readonly number[],
): RepairCase {
  const request = (ids: typeof sent) =>
    JSON.stringify({ assets: ids.map((id) => ({ title: { len: 9 }, id })) });
  return {
    repair: 'asset-ids-numbered',
    path: NATIVE,
    sent: request(sent),
    becomes: request(becomes),
  };
}

export const CASES: readonly RepairCase[] = [
  {
    repair: 'imp-without-native-skipped',
    path: 'imp',
    sent: [BANNER, nativeImp('n'), { id: 'x', native: null }],
    becomes: [nativeImp('n')],
  },
  { repair: 'imps-cut', path: 'imp', sent: imps(11), becomes: imps(10) },
  { repair: 'id-renamed', path: 'id', sent: 'a b', becomes: 'a-b-yGh6CKpdbtI' },
  {
    repair: 'id-renamed',
    path: 'imp[0].id',
    sent: '/19968336/header-bid-tag-0',
    becomes: '19968336-header-bid-tag--Lkf9PFW9yNR',
  },
  {
    repair: 'native-request-encoded',
    path: NATIVE,
    sent: { assets: [{ id: 1, title: { len: 90 } }] },
    becomes: '{"assets":[{"id":1,"title":{"len":90}}]}',
  },
  {
    repair: 'native-request-decoded',
    path: NATIVE,
    sent: JSON.stringify(image({}, true)),
    becomes: image({}, true),
  },
  numbered([undefined, undefined], [1, 2]),
  numbered([undefined, null, 2, undefined, 6], [1, 7, 2, 4, 6]),
  numbered([3, undefined, undefined], [3, 2, 4]),
  { repair: 'native-version-read', path: 'imp[0].native.ver', sent: 1.2, becomes: '1.2' },
  {
    repair: 'native-version-read',
    path: NATIVE,
    sent: '{"native":{"ver" : 1,"assets":[{"id":1,"title":{"len":90}}]}}',
    becomes: '{"native":{"ver":"1","assets":[{"id":1,"title":{"len":90}}]}}',
  },
  {
    repair: 'zero-size-absent',
    path: NATIVE,
    sent: image({ w: 0, hmin: 9 }),
    becomes: image({ hmin: 9 }),
  },
  {
    repair: 'zero-size-absent',
    path: NATIVE,
    sent: image({ wmin: 0, hmin: 0, h: 0 }, true),
    becomes: image({}, true),
  },
  {
    repair: 'zero-size-absent',
    path: NATIVE,
    sent: '{"assets":[{"id":1,"video":{"w" : 0,"mimes":["a"],"protocols":[2],"minduration":0,"maxduration":9}}]}',
    becomes:
      '{"assets":[{"id":1,"video":{"mimes":["a"],"protocols":[2],"minduration":0,"maxduration":9}}]}',
  },
  {
    repair: 'empty-native-version-absent',
    path: NATIVE,
    sent: '{"ver":"","assets":[{"id":1,"title":{"len":90}}]}',
    becomes: '{"assets":[{"id":1,"title":{"len":90}}]}',
  },
  hint({ plcmttype: 11, context: 2 }, { context: 2 }),
  hint({ plcmttype: 2, context: 0 }, { plcmttype: 2 }),
  hint({ context: 2, contextsubtype: 11 }, { context: 2 }),
  hint({ context: 7, contextsubtype: 11 }, { contextsubtype: 11 }),
  { repair: 'floor-rounded-up', path: 'imp[0].bidfloor', sent: 0.125, becomes: 0.13 },
  { repair: 'floor-rounded-up', path: 'imp[0].bidfloor', sent: 1.2345, becomes: 1.24 },
  { repair: 'floor-rounded-up', path: 'imp[0].bidfloor', sent: 0.1 + 0.2, becomes: 0.3 },
  { repair: 'floor-rounded-up', path: 'imp[0].bidfloor', sent: 0.000001, becomes: 0.01 },
  { repair: 'tmax-zero-absent', path: 'tmax', sent: 0, becomes: undefined },
  { repair: 'tmax-cut', path: 'tmax', sent: 5001, becomes: 5000 },
  { repair: 'tmax-short-kept', path: 'tmax', sent: 99, becomes: 100 },
  { repair: 'at-ignored', path: 'at', sent: 3, becomes: undefined },
  { repair: 'devicetype-ignored', path: 'device.devicetype', sent: 8, becomes: undefined },
  { repair: 'devicetype-ignored', path: 'device.devicetype', sent: 0, becomes: undefined },
  { repair: 'gender-ignored', path: 'user.gender', sent: 'male', becomes: undefined },
  { repair: 'gender-ignored', path: 'user.gender', sent: 'f', becomes: undefined },
  {
    repair: 'coordinate-rounded',
    path: 'device.geo.lat',
    sent: 52.52000659999,
    becomes: 52.520007,
  },
  { repair: 'coordinate-rounded', path: 'device.geo.lon', sent: -0.1234567, becomes: -0.123457 },
  {
    repair: 'domain-stripped',
    path: 'site.domain',
    sent: 'https://www.example.com/a?b#c',
    becomes: 'www.example.com',
  },
  {
    repair: 'domain-stripped',
    path: 'site.domain',
    sent: '//example.com:8443',
    becomes: 'example.com',
  },
  {
    repair: 'domain-stripped',
    path: 'site.domain',
    sent: ' example.com. ',
    becomes: 'example.com',
  },
  {
    repair: 'domain-stripped',
    path: 'site.domain',
    sent: 'bücher.example',
    becomes: 'xn--bcher-kva.example',
  },
  { repair: 'domain-ignored', path: 'site.domain', sent: 'localhost:3000', becomes: undefined },
  { repair: 'domain-ignored', path: 'site.domain', sent: 'prebid,org', becomes: undefined },
  { repair: 'domain-ignored', path: 'site.domain', sent: 'http://192.0.2.1/', becomes: undefined },
  {
    repair: 'domain-ignored',
    path: 'site.domain',
    sent: `${'a.'.repeat(5000)}com`,
    becomes: undefined,
  },
  { repair: 'consent-flag-read', path: 'regs.gdpr', sent: '1', becomes: 1 },
  { repair: 'consent-flag-read', path: 'regs.gdpr', sent: false, becomes: 0 },
  { repair: 'consent-flag-read', path: 'regs.ext.gdpr', sent: true, becomes: 1 },
  { repair: 'consent-flag-read', path: 'regs.ext.gdpr', sent: [1], becomes: 1 },
  { repair: 'consent-flag-read', path: 'regs.coppa', sent: '0', becomes: 0 },
  { repair: 'consent-flag-read', path: 'regs.coppa', sent: 'true', becomes: 1 },
  { repair: 'consent-string-read', path: 'user.consent', sent: ['CPXx'], becomes: 'CPXx' },
  { repair: 'consent-string-read', path: 'user.ext.consent', sent: ['CPXx'], becomes: 'CPXx' },
  { repair: 'consent-string-read', path: 'regs.us_privacy', sent: ' 1YNN\n', becomes: '1YNN' },
  { repair: 'consent-string-read', path: 'regs.ext.us_privacy', sent: ['1YNN'], becomes: '1YNN' },
  ...['1Y', ' ', 'none', 5, true, {}, []].flatMap((sent): RepairCase[] => [
    { repair: 'us-privacy-opt-out', path: 'regs.us_privacy', sent, becomes: '1-Y-' },
    { repair: 'us-privacy-opt-out', path: 'regs.ext.us_privacy', sent, becomes: '1-Y-' },
  ]),
  { repair: 'conversation-read', path: 'ext.parley.conversation', sent: 7, becomes: '7' },
  { repair: 'conversation-ignored', path: 'ext.parley', sent: 'c', becomes: undefined },
  { repair: 'shown-repaired', path: 'ext.parley.shown', sent: ['a.example'], becomes: [] },
  { repair: 'empty-string-absent', path: 'site.domain', sent: '', becomes: undefined },
  { repair: 'empty-string-absent', path: 'device.geo.country', sent: '', becomes: undefined },
  { repair: 'empty-string-absent', path: 'user.gender', sent: '', becomes: undefined },
  { repair: 'empty-string-absent', path: 'regs.us_privacy', sent: '', becomes: undefined },
  { repair: 'empty-string-absent', path: 'regs.ext.us_privacy', sent: '', becomes: undefined },
  { repair: 'empty-string-absent', path: 'imp[0].bidfloorcur', sent: '', becomes: undefined },
  { repair: 'empty-string-absent', path: 'imp[0].native.ver', sent: '', becomes: undefined },
  {
    repair: 'empty-string-absent',
    path: 'imp[0].pmp.deals',
    sent: [{ id: 'd', bidfloorcur: '' }],
    becomes: [{ id: 'd' }],
  },
];
