import { describe, expect, test } from 'bun:test';
import { Refusal } from '../../lib/refusal.ts';
import { validate } from './validate.ts';

const NATIVE = { request: '{"assets":[{"id":1,"title":{"len":50}}]}' };
const locate = (ip: string) => (ip === '192.0.2.1' ? 'DE' : undefined);

function countryOf(rest: object): string | undefined {
  const request = validate({ id: 'r', imp: [{ id: 'i', native: NATIVE }], ...rest }, locate);
  if (request instanceof Refusal) throw new Error(request.details.reason);
  return request.country;
}

describe('the country of a request (ruling 48)', () => {
  test('is the one it names, over that of its address', () => {
    expect(countryOf({ device: { ip: '192.0.2.1', geo: { country: 'us' } } })).toBe('USA');
  });

  test('is that of its address where it names none', () => {
    expect(countryOf({ device: { ip: '192.0.2.1' } })).toBe('DEU');
    expect(countryOf({ device: { ipv6: '192.0.2.1' } })).toBe('DEU');
  });

  test('is the home of the user where the device says nothing', () => {
    expect(countryOf({ user: { geo: { country: 'FRA' } }, device: { ip: '192.0.2.1' } })).toBe(
      'FRA',
    );
    expect(countryOf({ user: { geo: { country: 5 } }, device: { ip: '192.0.2.1' } })).toBe('DEU');
  });

  test('is that of its address where its code is one that nobody uses (ruling 64)', () => {
    for (const country of ['ZZ', 'XX', 'QQQ']) {
      expect(countryOf({ device: { ip: '192.0.2.1', geo: { country } } })).toBe('DEU');
    }
    expect(countryOf({ device: { geo: { country: 'ZZ' } } })).toBeUndefined();
  });

  test('is the European Union where it is named as such', () => {
    expect(countryOf({ device: { geo: { country: 'eu' } } })).toBe('EUE');
  });

  test('is that of either address', () => {
    expect(countryOf({ device: { ip: '198.51.100.1', ipv6: '192.0.2.1' } })).toBe('DEU');
  });

  test('is unknown where nothing says it', () => {
    expect(countryOf({})).toBeUndefined();
    expect(countryOf({ device: { ip: '198.51.100.1' } })).toBeUndefined();
    expect(countryOf({ device: { ipv6: 7 } })).toBeUndefined();
  });
});
