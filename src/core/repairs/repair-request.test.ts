import { describe, expect, test } from 'bun:test';
import { readRequest } from '../../../test/conformance/case.ts';
import { readPath, writePath } from '../../../test/conformance/paths.ts';
import CASES from '../../../test/endpoint/repair-cases.json';
import { deepFreeze, type Json, type JsonObject } from '../../../test/properties/json.ts';
import { Refusal } from '../../lib/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { repairRequest } from './repair-request.ts';

const NATIVE = 'imp[0].native.request';
const BANNER = { id: 'b', banner: { w: 300, h: 250 } };
const nativeImp = (id: string) => ({
  id,
  native: { request: '{"assets":[{"id":1,"title":{"len":90}}]}' },
});

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
  )('%s: %s %s', (_repair, _path, _sent, row) => {
    const { repair, path, sent } = row;
    const body = requestWith(path, sent);
    expect(validate(body)).toBeInstanceOf(Refusal);
    deepFreeze(body);

    const { value, repairs } = repaired(body);
    expect(readPath(value, path)).toEqual('becomes' in row ? row.becomes : undefined);
    expect(repairs.map(({ name, field }) => ({ name, field }))).toEqual([
      { name: repair, field: path },
    ]);
    expect(repairs[0]?.reason).not.toBe('');
    expect(validate(value)).not.toBeInstanceOf(Refusal);
  });
});

test('what would change the meaning is left to be refused', () => {
  const left: readonly (readonly [string, Json])[] = [
    ['app', { id: 'beside the site' }],
    [NATIVE, '{"assets":'],
    [NATIVE, '{"assets":[]}'],
    [NATIVE, '{"plcmttype":"11","assets":[{"id":1,"title":{"len":9}}]}'],
    [NATIVE, '[{"w":0}]'],
    [NATIVE, '{"assets":[{"id":"1","title":{"len":9}}]}'],
    [NATIVE, '{"assets":[{"id":7,"title":{"len":9}},{"id":7,"title":{"len":9}}]}'],
    [NATIVE, '{"assets":["title"]}'],
    [NATIVE, '{"ver":1.3,"assets":[{"id":1,"title":{"len":9}}]}'],
    [NATIVE, JSON.stringify(JSON.stringify(nativeImp('1').native.request))],
    [NATIVE, '"title"'],
    ['imp[0].native.ver', 2],
    ...['regs.gdpr', 'regs.ext.gdpr', 'regs.coppa'].flatMap((path) =>
      ['yes', 2, [0, 1]].map((value) => [path, value] as const),
    ),
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
  ];
  const accepted = left.filter(([path, sent]) => {
    const { value } = repaired(requestWith(path, sent));
    return !(validate(value) instanceof Refusal);
  });
  expect(accepted).toEqual([]);
});

test('a request without any native impression is told apart, whatever else is in it', () => {
  const none = repairRequest({ id: '1', imp: [BANNER, { id: '2', video: {} }] });
  expect(none).toMatchObject({
    kind: 'no-native',
    repairs: [{ name: 'imp-without-native-skipped', field: 'imp' }],
  });
  expect(repairRequest({ id: '1', imp: [] }).kind).toBe('request');
});

test('a tmax under 100 is handed on as the deadline, and no other is', () => {
  const deadlineOf = (tmax: Json) => repaired(requestWith('tmax', tmax)).deadlineMs;
  expect([1, 50, 99].map(deadlineOf)).toEqual([1, 50, 99]);
  for (const tmax of [0, 100, 5000, 5001, -5]) expect(deadlineOf(tmax)).toBeUndefined();
});

test('however much is repaired, the report is short, in the order of the table', () => {
  const many = Array.from({ length: 500 }, (_, id) => ({ id, img: { w: 0, h: 0 } }));
  const deals = Array.from({ length: 1000 }, (_, id) => ({ id: `${id}`, bidfloorcur: '' }));
  const imp = { id: '/', native: { request: JSON.stringify({ assets: many }) }, pmp: { deals } };
  const { value, repairs } = repaired({
    id: '/',
    imp: [...Array(50).fill(BANNER), ...Array(50).fill(imp)],
  });
  expect(repairs.length).toBe(1 + 1 + 1 + 10 + 10 + 10);
  expect(new Set(repairs.map(({ name }) => name)).values().next().value).toBe(
    'imp-without-native-skipped',
  );
  expect(JSON.stringify(value)).not.toContain('\\"w\\"');
});
