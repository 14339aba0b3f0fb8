import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Refusal } from '../../src/openrtb/refusal.ts';
import { validate } from '../../src/openrtb/validate.ts';
import { withoutPerson } from '../../src/openrtb/without-person.ts';
import { copy, isJsonObject, type Json } from './json.ts';
import { runs } from './runs.ts';
import { isUndeclared } from './shape.ts';
import { validRequest } from './valid-request.ts';

/** The names of all fields, those inside native requests too. */
function namesIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => [
    name,
    ...namesIn(name === 'request' && typeof field === 'string' ? JSON.parse(field) : field),
  ]);
}

const PERSONAL = ['user', 'ua', 'ip', 'lat', 'lon', 'consent', 'gpp', 'audience', 'interests'];

test('of any valid request nothing is shown that is undeclared or personal, and it stays valid', () => {
  fc.assert(
    fc.property(validRequest, (request) => {
      const result = validate(copy(request));
      if (result instanceof Refusal) throw new Error(`refused: ${result.details.reason}`);
      const shown = JSON.parse(JSON.stringify(withoutPerson(result.wire)));
      const names = namesIn(shown);
      expect(names.filter((name) => isUndeclared(name) || PERSONAL.includes(name))).toEqual([]);
      for (const { ext } of shown.imp) {
        const { min_price, max_price, price_currency, ...more } = ext?.service_product_search ?? {};
        expect(more).toEqual({});
        expect([min_price ?? 0, max_price ?? 0]).toEqual([expect.any(Number), expect.any(Number)]);
        expect(price_currency ?? 'USD').toMatch(/^[A-Z]{3}$/);
      }
      expect(validate(shown)).not.toBeInstanceOf(Refusal);
    }),
    { numRuns: runs(40) },
  );
});
