import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type ValidRequest, validate } from '../../src/core/openrtb/validate.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { readRequest } from '../conformance/case.ts';
import { startTestServer } from '../server.ts';
import { anyJson, createPick, partsOf, TROUBLESOME } from './graft.ts';
import { copy, deepFreeze, type JsonObject } from './json.ts';
import { runs } from './runs.ts';
import { validRequest } from './valid-request.ts';

fc.configureGlobal({ includeErrorInReport: true });

function accepted(body: unknown): ValidRequest {
  const result = validate(body);
  if (result instanceof Refusal) {
    throw new Error(`refused: ${result.code} ${JSON.stringify(result.details)}`);
  }
  return result;
}

const server = await startTestServer();
afterAll(() => server.stop(0));

describe('any valid request', () => {
  test('is accepted as it is, with its unknown fields', () => {
    fc.assert(
      fc.property(validRequest, (request) => {
        const body = copy(request);
        const before = JSON.stringify(body);
        const { wire } = accepted(deepFreeze(body));
        expect(JSON.stringify(body)).toBe(before);
        if (!before.includes('null')) expect(JSON.stringify(wire)).toBe(before);
      }),
      { numRuns: runs(100) },
    );
  });

  test('loses its declared fields that are null, and none else', () => {
    const minimal = readRequest('minimal') as JsonObject;
    const nulls = { site: null, at: null, device: { ip: null, x: null }, x: [null] };
    expect<unknown>(accepted({ ...minimal, ...nulls }).wire).toEqual({
      ...minimal,
      device: { x: null },
      x: [null],
    });
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
      { numRuns: runs(25) },
    );
  });
});

describe('whatever the body is, it is either accepted or refused with a reason', () => {
  function expectVerdict(body: unknown): void {
    const result = validate(body);
    if (result instanceof Refusal) expect(result.details.reason).not.toBe('');
    else expect(result.imps.length).toBeGreaterThan(0);
  }

  test('for any JSON value', () => {
    fc.assert(fc.property(anyJson, expectVerdict), { numRuns: runs(200) });
  });

  test('with anything that has tripped validators in any place of the full example', () => {
    const example = JSON.stringify(readRequest('full'));
    const partCount = partsOf(JSON.parse(example)).length;
    for (const value of TROUBLESOME) {
      for (let index = 0; index < partCount; index++) {
        const body: JsonObject = JSON.parse(example);
        partsOf(body)[index]?.put(value);
        expectVerdict(body);
      }
    }
  });

  test('for a valid request with any JSON value in any place', () => {
    fc.assert(
      fc.property(validRequest, anyJson, fc.nat(), (request, value, choice) => {
        const body = copy(request);
        createPick([choice])(partsOf(body)).put(value);
        const before = JSON.stringify(body);
        expectVerdict(deepFreeze(body));
        expect(JSON.stringify(body)).toBe(before);
      }),
      { numRuns: runs(60) },
    );
  });
});
