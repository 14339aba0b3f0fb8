import { describe, expect, test } from 'bun:test';
import { readRequest } from '../../test/conformance/case.ts';
import { readPath, writePath } from '../../test/conformance/paths.ts';
import { deepFreeze, type Json, type JsonObject } from '../../test/properties/json.ts';
import { Refusal } from '../openrtb/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { repairRequest } from './repair-request.ts';
import { REQUEST_REPAIRS } from './table.ts';

type Case = {
  readonly repair: string;
  readonly path: string;
  readonly sent: Json;
  /** Undefined: the field is gone. */
  readonly becomes: Json | undefined;
};

/** A native request with one image of these fields, as `native.request` has it. */
const image = (fields: JsonObject, wrap = false): string => {
  const root = { assets: [{ id: 1, img: { type: 3, ...fields } }] };
  return JSON.stringify(wrap ? { native: root } : root);
};
const native = 'imp[0].native.request';
const banner = { id: 'b', banner: { w: 300, h: 250 } };
const nativeImp = (id: string): JsonObject => ({ id, native: { request: image({}) } });
const imps = (count: number) => Array.from({ length: count }, (_, i) => nativeImp(`${i}`));

function hint(sent: JsonObject, becomes: JsonObject): Case {
  const assets = [{ id: 1, title: { len: 90 } }];
  return {
    repair: 'native-hint-ignored',
    path: native,
    sent: JSON.stringify({ ...sent, assets }),
    becomes: JSON.stringify({ ...becomes, assets }),
  };
}

const CASES: readonly Case[] = [
  {
    repair: 'imp-without-native-skipped',
    path: 'imp',
    sent: [banner, nativeImp('n'), { id: 'x', native: null }],
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
    path: native,
    sent: { assets: [{ id: 1, title: { len: 90 } }] },
    becomes: '{"assets":[{"id":1,"title":{"len":90}}]}',
  },
  {
    repair: 'zero-size-absent',
    path: native,
    sent: image({ w: 0, hmin: 9 }),
    becomes: image({ hmin: 9 }),
  },
  {
    repair: 'zero-size-absent',
    path: native,
    sent: image({ wmin: 0, hmin: 0, h: 0 }, true),
    becomes: image({}, true),
  },
  {
    repair: 'zero-size-absent',
    path: native,
    sent: '{"assets":[{"id":1,"video":{"w" : 0,"mimes":["a"],"protocols":[2],"minduration":0,"maxduration":9}}]}',
    becomes:
      '{"assets":[{"id":1,"video":{"mimes":["a"],"protocols":[2],"minduration":0,"maxduration":9}}]}',
  },
  {
    repair: 'empty-native-version-absent',
    path: native,
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
  ...['1Y', ' ', 'none', 5, true, {}, []].flatMap((sent): Case[] => [
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

function requestWith(path: string, value: Json): JsonObject {
  const body = readRequest('full') as JsonObject;
  writePath(body, path, value);
  return body;
}

function repaired(body: unknown) {
  const result = repairRequest(body);
  if (result.kind !== 'request') throw new Error('there is no native impression');
  return result;
}

describe('a request that the strict endpoint refuses is accepted after one repair', () => {
  test.each(
    CASES.map((row) => [row.repair, row.path, JSON.stringify(row.sent).slice(0, 60), row] as const),
  )('%s: %s %s', (_repair, _path, _sent, { repair, path, sent, becomes }) => {
    const body = requestWith(path, sent);
    expect(validate(body)).toBeInstanceOf(Refusal);
    deepFreeze(body);

    const { value, repairs } = repaired(body);
    expect(readPath(value, path)).toEqual(becomes);
    expect(repairs.map(({ name, field }) => ({ name, field }))).toEqual([
      { name: repair, field: path },
    ]);
    expect(repairs[0]?.reason).not.toBe('');
    expect(validate(value)).not.toBeInstanceOf(Refusal);
  });

  test('an empty app.bundle counts as absent', () => {
    const { site: _, ...body } = readRequest('full') as JsonObject;
    const { value, repairs } = repaired({ ...body, app: { id: 'a', bundle: '' } });
    expect(readPath(value, 'app')).toEqual({ id: 'a' });
    expect(repairs.map(({ field }) => field)).toEqual(['app.bundle']);
  });

  test('and every repair of the table has a case', () => {
    const tried = new Set(CASES.map(({ repair }) => repair));
    expect(REQUEST_REPAIRS.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });
});

describe('what would change the meaning is left to be refused', () => {
  test.each<[string, Json]>([
    ['app', { id: 'beside the site' }],
    [native, '{"assets":'],
    [native, '{"assets":[]}'],
    [native, '{"plcmttype":"11","assets":[{"id":1,"title":{"len":9}}]}'],
    [native, '[{"w":0}]'],
    [native, '{"assets":[{"img":{"w":0}}]}'],
    ['regs.gdpr', 'yes'],
    ['regs.ext.gdpr', 2],
    ['regs.coppa', [0, 1]],
    ['user.consent', 5],
    ['user.ext.consent', ['a', 'b']],
    ['test', 3],
    ['at', '1'],
    ['tmax', -1],
    ['tmax', 50.5],
    ['tmax', '500'],
    ['imp[0].bidfloor', -0.125],
    ['imp[0].bidfloor', -0.001],
    ['imp[0].bidfloor', 1000.001],
    ['imp[0].bidfloor', '0.5'],
    ['device.geo.lat', 90.1],
    ['device.geo.country', 'Germany'],
    ['device.devicetype', '2'],
    ['user.gender', 1],
    ['id', ''],
    ['id', 7],
    ['id', 'x'.repeat(257)],
    ['imp', []],
    ['imp', [nativeImp('1'), nativeImp('1')]],
    ['imp', [nativeImp('/1'), nativeImp('/1')]],
    ['site.domain', 5],
  ])('%s %j', (path, sent) => {
    const { value } = repaired(requestWith(path, sent));
    expect(validate(value)).toBeInstanceOf(Refusal);
  });
});

test('a request without any native impression is told apart, whatever else is in it', () => {
  expect(repairRequest({ id: '1', imp: [banner, { id: '2', video: {} }] })).toEqual({
    kind: 'no-native',
    repairs: [
      {
        name: 'imp-without-native-skipped',
        field: 'imp',
        reason: '2 of 2 impressions have no native object',
      },
    ],
  });
  expect(repairRequest({ id: '1', imp: [] }).kind).toBe('request');
});

test('the longest and the shortest tmax of the strict endpoint need no repair', () => {
  for (const tmax of [100, 5000]) {
    expect(repaired(requestWith('tmax', tmax)).repairs).toEqual([]);
  }
});

test('a tmax under 100 is handed on as the deadline, and no other is', () => {
  const deadlineOf = (tmax: Json) => repaired(requestWith('tmax', tmax)).deadlineMs;
  expect([1, 50, 99].map(deadlineOf)).toEqual([1, 50, 99]);
  for (const tmax of [0, 100, 5000, 5001, -5]) expect(deadlineOf(tmax)).toBeUndefined();
});

test('several repairs are reported in the order of the table, each with its field', () => {
  const body = requestWith('tmax', 9000);
  writePath(body, 'imp[0].bidfloor', 0.001);
  writePath(body, 'site.domain', 'localhost');
  expect(repaired(body).repairs.map(({ name, field }) => `${name} ${field}`)).toEqual([
    'floor-rounded-up imp[0].bidfloor',
    'tmax-cut tmax',
    'domain-ignored site.domain',
  ]);
});

test('however much is repaired, the report is short', () => {
  const many = Array.from({ length: 500 }, (_, id) => ({ id, img: { w: 0, h: 0 } }));
  const deals = Array.from({ length: 1000 }, (_, id) => ({ id: `${id}`, bidfloorcur: '' }));
  const imp = { id: '/', native: { request: JSON.stringify({ assets: many }) }, pmp: { deals } };
  const { value, repairs } = repaired({
    id: '/',
    imp: [...Array(50).fill(banner), ...Array(50).fill(imp)],
  });
  expect(repairs.length).toBe(1 + 1 + 1 + 10 + 10 + 10);
  expect(JSON.stringify(value)).not.toContain('\\"w\\"');
});
