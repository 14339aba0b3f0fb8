import { afterAll, expect, test } from 'bun:test';
import { refusal } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';

afterAll(cleanUp);

const PORTAL: readonly (readonly [key: string, value: string, reason: string])[] = [
  ['host', '5', 'expected a non-empty string, but got 5'],
  ['port', '70000', 'expected an integer from 0 to 65535, but got 70000'],
  ['publicUrl', 'portal.example', 'expected a URL that starts with http:// or https://'],
  ['publicUrl', 'https://portal.example/?a=1', 'expected a URL that ends with its path, but got'],
];
for (const [key, value, reason] of PORTAL) {
  test(`portal.${key}: ${value}`, () => {
    expect(refusal(`portal:\n  ${key}: ${value}\n`)).toStartWith(
      `line 2: portal.${key}: ${reason}`,
    );
  });
}

const BOUNDS: readonly (readonly [value: string, at: string, reason: string])[] = [
  ['floorMin: -1', '.floorMin', 'expected a number from 0 to 1000, but got -1'],
  ['floorMax: 1001', '.floorMax', 'expected a number from 0 to 1000, but got 1001'],
  ['sensitiveOff: crisis', '.sensitiveOff', 'expected an array of at most 12 items, but got'],
  ['sensitiveOff: [mood]', '.sensitiveOff[0]', 'expected one of "crisis", "addiction"'],
  ['floorMin: 2, floorMax: 1', '', 'expected floorMin to be at most floorMax, but got 2 and 1'],
];
for (const [value, at, reason] of BOUNDS) {
  test(`publishers[].bounds: { ${value} }`, () => {
    const refused = refusal(`publishers:\n  - id: a\n    bounds: { ${value} }\n`);
    expect(refused).toStartWith(`line 3: publishers[0].bounds${at}: ${reason}`);
  });
}

test('publishers[].placements: what may be a person’s address', () => {
  const refused = refusal('publishers:\n  - id: a\n    placements: [sidebar, ann@mail.example]\n');
  expect(refused).toStartWith('line 3: publishers[0].placements[1]: expected a name of 1 to 128');
});
