import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { validate } from '../../src/core/openrtb/validate.ts';
import { repairRequest } from '../../src/core/repairs/repair-request.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { readRequest } from '../conformance/case.ts';
import { anyJson, createPick, partsOf, TROUBLESOME } from './graft.ts';
import { copy, deepFreeze, type JsonObject } from './json.ts';
import { runs } from './runs.ts';
import { validRequest } from './valid-request.ts';

function repaired(body: unknown) {
  const result = repairRequest(body);
  return result.kind === 'request' ? result : undefined;
}

test('a request that is valid as it came is the same object after repair, and nothing is reported', () => {
  fc.assert(
    fc.property(validRequest, (request) => {
      const body = deepFreeze(copy(request));
      const result = repaired(body);
      expect(result?.value).toBe(body);
      expect(result?.repairs).toEqual([]);
    }),
    { numRuns: runs(100) },
  );
});

describe('whatever the body is', () => {
  /** Repairs a frozen copy, so that an edit of the input would throw. */
  function expectSound(body: JsonObject): void {
    const wasValid = !(validate(body) instanceof Refusal);
    const result = repaired(deepFreeze(body));
    if (result === undefined) return;
    if (wasValid) expect(result.value).toBe(body);
    expect(result.value === body).toBe(result.repairs.length === 0);
    const again = repaired(result.value);
    expect(again?.repairs).toEqual([]);
  }

  test('it is not changed itself, a repaired one needs no further repair, and every change is reported', () => {
    fc.assert(
      fc.property(validRequest, anyJson, fc.nat(), (request, value, choice) => {
        const body = copy(request);
        createPick([choice])(partsOf(body)).put(value);
        expectSound(body);
      }),
      { numRuns: runs(150) },
    );
  });

  test('also with anything that has tripped validators in any place of the full example', () => {
    const example = JSON.stringify(readRequest('full'));
    const partCount = partsOf(JSON.parse(example)).length;
    for (const value of TROUBLESOME) {
      for (let index = 0; index < partCount; index++) {
        const body: JsonObject = JSON.parse(example);
        partsOf(body)[index]?.put(value);
        expectSound(body);
      }
    }
  });

  test('also where it is no request at all', () => {
    fc.assert(
      fc.property(anyJson, (body) => {
        repairRequest(body);
      }),
      { numRuns: runs(100) },
    );
  });
});
