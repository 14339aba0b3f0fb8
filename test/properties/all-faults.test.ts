import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { findRefusals, validate } from '../../src/core/openrtb/validate.ts';
import { FAULTS_MAX } from '../../src/lib/faults.ts';
import { parseJson } from '../../src/lib/json.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { type Case, readCases, readRequest } from '../conformance/case.ts';
import { writePath } from '../conformance/paths.ts';
import { textOf } from '../conformance/run-case.ts';
import { variantsOf } from '../conformance/variants.ts';
import { anyJson, createPick, partsOf } from './graft.ts';
import { copy, deepFreeze, type JsonObject } from './json.ts';
import { runs } from './runs.ts';
import { validRequest } from './valid-request.ts';

fc.configureGlobal({ includeErrorInReport: true });

const choices = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });

/** What the endpoint says of a body, and all that is wrong with it. */
function expectFirst(body: unknown): void {
  const single = validate(body);
  const { shown, more } = findRefusals(body);
  expect(shown[0]).toEqual(single instanceof Refusal ? single : undefined);
  expect(shown.length).toBeLessThanOrEqual(FAULTS_MAX);
  if (shown.length < FAULTS_MAX) expect(more).toBe(0);
}

function bodyOf(testCase: Case): unknown {
  const parsed = parseJson(textOf(testCase), Number.POSITIVE_INFINITY);
  return parsed.kind === 'json' ? parsed.value : undefined;
}

const CASES = readCases()
  .flatMap(({ cases }) => cases)
  .filter(({ hex }) => hex === undefined)
  .flatMap(variantsOf)
  .map((variant) => variant.case);

describe('the first of all faults is the one that the endpoint answers with', () => {
  test('in every case of conformance', () => {
    for (const testCase of CASES) expectFirst(bodyOf(testCase));
  });

  test('in a valid request with any JSON value in any three places, which stays as it is', () => {
    const grafts = fc.array(fc.tuple(anyJson, choices), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(validRequest, grafts, (request, values) => {
        const body = copy(request);
        const parts = partsOf(body);
        for (const [value, choice] of values) createPick(choice)(parts).put(value);
        const before = JSON.stringify(body);
        expectFirst(deepFreeze(body));
        expect(JSON.stringify(body)).toBe(before);
      }),
      { numRuns: runs(100), endOnFailure: true },
    );
  });
});

describe('independent faults are all found', () => {
  test('each with its own field, in one request', () => {
    const body = readRequest('full') as JsonObject;
    const faulty = [
      'at',
      'tmax',
      'imp[0].bidfloor',
      'site.domain',
      'device.geo.lat',
      'regs.ext.us_privacy',
    ];
    for (const place of [...faulty, 'ext.service.intent.confidence']) writePath(body, place, 'x y');
    const { shown } = findRefusals(body);
    expect(shown.map(({ details }) => details.field).toSorted()).toEqual(
      [...faulty, 'ext.service.intent.confidence'].toSorted(),
    );
  });

  test('beside faulty impressions, and without any, two channels still exclude each other', () => {
    for (const imp of [[{ id: '?' }], undefined]) {
      const { shown } = findRefusals({ id: 'r', imp, site: {}, app: {} });
      expect(shown.map(({ message }) => message)).toContain('Mutually exclusive fields');
    }
  });

  test('every fault inside a native request is one of its impression', () => {
    const body = readRequest('minimal') as JsonObject;
    const native = { ver: '3', assets: [{ id: 1 }, { id: 'x', title: { len: 0 } }], context: 'x' };
    writePath(body, 'imp[0].native.request', JSON.stringify({ native }));
    const { shown } = findRefusals(body);
    expect(new Set(shown.map(({ details }) => details.field))).toEqual(
      new Set(['imp[0].native.request']),
    );
    expect(shown.map(({ details }) => details.reason.split(':')[0])).toEqual([
      'native.ver',
      'native.context',
      'native.assets[0]',
      'native.assets[1].id',
      'native.assets[1].title.len',
    ]);
    expect(shown[0]?.code).toBe('UNSUPPORTED_FORMAT');
  });
});
