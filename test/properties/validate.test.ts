import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Refusal } from '../../src/openrtb/refusal.ts';
import { type ValidRequest, validate } from '../../src/openrtb/validate.ts';
import { readRequest } from '../conformance/case.ts';
import { writePath } from '../conformance/paths.ts';
import { startTestServer } from '../server.ts';
import { anyJson, partsOf, TROUBLESOME } from './graft.ts';
import { copy, deepFreeze, type Json, type JsonObject } from './json.ts';
import { createPick, type ExpectedRefusal } from './mutations/mutation.ts';
import { MUTATIONS } from './mutations/mutations.ts';
import { compareRanks } from './mutations/rank.ts';
import { validRequest } from './valid-request.ts';
import { withoutDeclaredNulls } from './without-declared-nulls.ts';

/** Finding the smallest counterexample takes longer than a test usually may. */
fc.configureGlobal({ includeErrorInReport: true });

/** What a change picks by: the same numbers make the same change. */
const choices = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });

function preview(value: Json): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value).slice(0, 60);
}

function accepted(body: unknown): ValidRequest {
  const result = validate(body);
  if (result instanceof Refusal) {
    throw new Error(`refused: ${result.code} ${JSON.stringify(result.details)}`);
  }
  return result;
}

function expectRefusal(body: unknown, expected: ExpectedRefusal): void {
  const result = validate(body);
  if (!(result instanceof Refusal)) throw new Error('accepted');
  const { code, message, details } = result;
  const { field, inReason = '' } = expected;
  expect({ code, message, field: details.field }).toEqual({
    code: expected.code,
    message: expected.message,
    field,
  });
  expect(details.reason).toContain(inReason);
  expect(Object.hasOwn(details, 'field')).toBe(field !== undefined);
}

const server = await startTestServer();
afterAll(() => server.stop(0));

describe('any valid request', () => {
  test('is accepted', () => {
    fc.assert(
      fc.property(validRequest, (request) => {
        accepted(copy(request));
      }),
      { numRuns: 600 },
    );
  });

  test('is answered by the server with a bid for its impressions, or with none', async () => {
    await fc.assert(
      fc.asyncProperty(validRequest, async (request) => {
        const response = await fetch(`${server.url}/openrtb2`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(request),
        });
        const body = await response.text();
        if (response.status === 204) return;
        expect([response.status, body.slice(0, 500)]).toEqual([200, expect.any(String)]);
        expect(JSON.parse(body)).toMatchObject({ id: request.id });
      }),
      { numRuns: 100 },
    );
  });

  test('is not changed by being validated', () => {
    fc.assert(
      fc.property(validRequest, (request) => {
        const body = copy(request);
        const before = JSON.stringify(body);
        accepted(deepFreeze(body));
        expect(JSON.stringify(body)).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  test('keeps its unknown fields and every declared one that is not null', () => {
    fc.assert(
      fc.property(validRequest, (request) => {
        const { wire } = accepted(copy(request));
        expect(JSON.stringify(wire)).toBe(JSON.stringify(withoutDeclaredNulls(request)));
      }),
      { numRuns: 300 },
    );
  });
});

test('a price filter of null is as good as none', () => {
  const body = readRequest('minimal');
  writePath(body, 'imp[0].ext.service_product_search', null);
  const { imps, warnings } = accepted(body);
  expect({ filter: imps[0]?.priceFilter, warnings }).toEqual({ filter: undefined, warnings: [] });
});

describe('any valid request is refused once', () => {
  for (const { name, apply } of MUTATIONS) {
    test(name, () => {
      fc.assert(
        fc.property(validRequest, choices, (request, choice) => {
          const broken = copy(request);
          const expected = apply(broken, createPick(choice));
          expectRefusal(broken, expected);
        }),
        { numRuns: 5 },
      );
    });
  }
});

describe('of two broken rules', () => {
  const byName = new Map(MUTATIONS.map((mutation) => [mutation.name, mutation]));
  const change = fc.record({ name: fc.constantFrom(...byName.keys()), choice: choices });

  type Change = { readonly name: string; readonly choice: readonly number[] };

  function make({ name, choice }: Change, request: JsonObject): ExpectedRefusal {
    const mutation = byName.get(name);
    if (mutation === undefined) throw new Error(`there is no mutation "${name}"`);
    return mutation.apply(request, createPick(choice));
  }

  test('the one that comes first is reported (ruling 10)', () => {
    fc.assert(
      fc.property(validRequest, change, change, (request, one, other) => {
        const order = compareRanks(make(one, copy(request)).rank, make(other, copy(request)).rank);
        fc.pre(order !== 0);
        const [first, last] = order < 0 ? [one, other] : [other, one];
        const broken = copy(request);
        const later = make(last, broken);
        const expected = make(first, broken);
        fc.pre(compareRanks(expected.rank, later.rank) < 0);
        expectRefusal(broken, expected);
      }),
      { numRuns: 700 },
    );
  });
});

test('no two mutations have the same name', () => {
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
});

describe('whatever the body is, it is either accepted or refused with a reason', () => {
  function expectVerdict(body: unknown): void {
    const result = validate(body);
    if (result instanceof Refusal) expect(result.details.reason).not.toBe('');
    else expect(result.imps.length).toBeGreaterThan(0);
  }

  test('for any JSON value', () => {
    fc.assert(fc.property(anyJson, expectVerdict), { numRuns: 2000 });
  });

  const example = JSON.stringify(readRequest('full'));
  const partCount = partsOf(JSON.parse(example)).length;

  for (const value of TROUBLESOME) {
    test(`with ${preview(value)} in any place of the full example`, () => {
      for (let index = 0; index < partCount; index++) {
        const body: JsonObject = JSON.parse(example);
        partsOf(body)[index]?.put(value);
        expectVerdict(body);
      }
    });
  }

  test('for a valid request with any JSON value in any place', () => {
    fc.assert(
      fc.property(validRequest, anyJson, choices, (request, value, choice) => {
        const body = copy(request);
        createPick(choice)(partsOf(body)).put(value);
        const before = JSON.stringify(body);
        expectVerdict(deepFreeze(body));
        expect(JSON.stringify(body)).toBe(before);
      }),
      { numRuns: 600 },
    );
  });
});
