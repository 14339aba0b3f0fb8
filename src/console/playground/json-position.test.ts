import { describe, expect, test } from 'bun:test';
import { positionsIn, statedPosition } from './json-position.ts';

const TEXT = `{
  "id": "a \\"quoted\\" } id",
  "imp": [
    { "id": "1", "native": { "request": "{\\"assets\\":[1]}" } },
    {
      "id": "2",
      "ext": { "service": { "adcpFormats": [ { "id": "x" }, { "id": "y" } ] } }
    }
  ],
  "device": { "devicetype": 9, "geo": { "country": "USA" } },
  "test": 1
}`;

const PLACES: Readonly<Record<string, readonly [number, number]>> = {
  id: [2, 3],
  imp: [3, 3],
  'imp[0]': [4, 5],
  'imp[0].native.request': [4, 30],
  'imp[1]': [5, 5],
  'imp[1].id': [6, 7],
  'imp[1].ext.service.adcpFormats[1].id': [7, 63],
  'device.devicetype': [10, 15],
  'device.geo.country': [10, 41],
  test: [11, 3],
};

describe('a field is found in the text of a request', () => {
  for (const [path, [line, column]] of Object.entries(PLACES)) {
    test(path, () => expect(positionsIn(TEXT)(path)).toEqual({ line, column }));
  }

  test('a field that is missing is shown at the object it is missing from', () => {
    expect(positionsIn(TEXT)('imp[1].native')).toEqual({ line: 5, column: 5 });
    expect(positionsIn(TEXT)('imp[7].native')).toEqual({ line: 3, column: 3 });
    expect(positionsIn(TEXT)('site.domain')).toEqual({ line: 1, column: 1 });
    expect(positionsIn(TEXT)('id.deeper[0]')).toEqual({ line: 2, column: 3 });
  });

  test('texts of one line, of nothing, and cut off, end the search', () => {
    expect(positionsIn('{"a":[1,{"b":2}]}')('a[1].b')).toEqual({ line: 1, column: 10 });
    expect(positionsIn('')('a')).toBeUndefined();
    for (let end = 0; end < TEXT.length; end++) {
      const place = positionsIn(TEXT.slice(0, end))('imp[1].ext.service');
      expect(place === undefined || place.line <= 7).toBe(true);
    }
  });
});

test('the place that a syntax error names is read from its sentence', () => {
  expect(statedPosition('line 3, column 12: trailing comma')).toEqual({ line: 3, column: 12 });
  expect(statedPosition('the body is empty')).toBeUndefined();
});
