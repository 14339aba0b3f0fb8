import { describe, expect, test } from 'bun:test';
import { readRequest } from '../../test/conformance/case.ts';
import { readPath, writePath } from '../../test/conformance/paths.ts';
import { deepFreeze, type Json, type JsonObject } from '../../test/properties/json.ts';
import { BANNER, CASES, image, NATIVE, nativeImp } from '../../test/repair-cases.ts';
import { Refusal } from '../openrtb/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { repairRequest } from './repair-request.ts';
import { REQUEST_REPAIRS } from './table.ts';

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
    [NATIVE, '{"assets":'],
    [NATIVE, '{"assets":[]}'],
    [NATIVE, '{"plcmttype":"11","assets":[{"id":1,"title":{"len":9}}]}'],
    [NATIVE, '[{"w":0}]'],
    [NATIVE, '{"assets":[{"id":"1","title":{"len":9}}]}'],
    [NATIVE, '{"assets":[{"id":7,"title":{"len":9}},{"id":7,"title":{"len":9}}]}'],
    [NATIVE, '{"assets":["title"]}'],
    [NATIVE, '{"ver":1.3,"assets":[{"id":1,"title":{"len":9}}]}'],
    [NATIVE, JSON.stringify(JSON.stringify(image({})))],
    [NATIVE, '"title"'],
    ['imp[0].native.ver', 2],
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
  expect(repairRequest({ id: '1', imp: [BANNER, { id: '2', video: {} }] })).toEqual({
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
    imp: [...Array(50).fill(BANNER), ...Array(50).fill(imp)],
  });
  expect(repairs.length).toBe(1 + 1 + 1 + 10 + 10 + 10);
  expect(JSON.stringify(value)).not.toContain('\\"w\\"');
});
