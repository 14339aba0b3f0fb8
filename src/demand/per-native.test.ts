import { describe, expect, test } from 'bun:test';
import type { NativeRequest } from '../openrtb/native-request.ts';
import { REMEMBERED_MAX, rememberPerNative } from './per-native.ts';

const native = (): NativeRequest => ({ assets: [{ id: 1, title: { len: 25 } }] });

function counted() {
  let calls = 0;
  const make = rememberPerNative((_: NativeRequest, { name }: { readonly name: string }) => {
    calls++;
    return name === 'unfit' ? undefined : { name };
  });
  return { make, calls: () => calls };
}

describe('what was made of a thing for a native request', () => {
  test('is made once, also where the result is undefined', () => {
    const { make, calls } = counted();
    const request = native();
    for (const thing of [{ name: 'a' }, { name: 'unfit' }]) {
      expect(make(request, thing)).toBe(make(request, thing));
    }
    expect(calls()).toBe(2);
  });

  test('is not shared with another native request, however similar', () => {
    const { make, calls } = counted();
    const thing = { name: 'a' };
    expect(make(native(), thing)).not.toBe(make(native(), thing));
    expect(calls()).toBe(2);
  });

  test('is dropped, the oldest first, once the cache is full', () => {
    const { make, calls } = counted();
    const request = native();
    const things = Array.from({ length: REMEMBERED_MAX + 1 }, (_, i) => ({ name: String(i) }));
    for (const thing of things) make(request, thing);
    for (const thing of things.slice(1)) make(request, thing);
    expect(calls()).toBe(things.length);
    make(request, things[0] ?? { name: '' });
    expect(calls()).toBe(things.length + 1);
  });
});
