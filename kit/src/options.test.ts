import { afterEach, describe, expect, test } from 'bun:test';
import { type ParleyOptions, readOptions } from './options.ts';
import wrong from './wrong-options.json';

const REQUIRED = { url: 'http://ads.example', publisher: 'p' };
const read = (options: unknown) => readOptions(options as ParleyOptions);

const WRONG = [[undefined, 'createParley: expected an object, got nothing'], ...wrong] as const;

test.each(WRONG as readonly (readonly [unknown, string])[])(
  'a wrong option is a sentence when the program starts: %j',
  (options, sentence) => {
    expect(() => read(options)).toThrow(sentence);
  },
);

test('an option that is undefined is as one that is left out', () => {
  const absent = { test: undefined, key: undefined, sensitive: { crisis: undefined } };
  const { isTest, key, sensitive } = read({ ...REQUIRED, ...absent });
  expect([isTest, key, sensitive.crisis]).toEqual([false, undefined, true]);
});

describe('of where the chat is, the origin alone is kept', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'location');
  });
  const isAt = (origin: string) => {
    Object.defineProperty(globalThis, 'location', { value: { origin }, configurable: true });
  };

  test.each([
    ['https://chat.example.com', 'https://chat.example.com'],
    ['https://chat.example.com:443/', 'https://chat.example.com'],
    ['https://me:pw@chat.example.com:8443/u/4711;s=1?q=divorce#t', 'https://chat.example.com:8443'],
    ['http://localhost:3000/chat', 'http://localhost:3000'],
  ])('%s', (site, origin) => {
    expect(read({ ...REQUIRED, site }).origin).toBe(origin);
  });

  test('it is unknown on a server that was not told', () => {
    expect(read(REQUIRED).origin).toBeUndefined();
  });

  test('a browser knows it, and an option says it better', () => {
    isAt('https://chat.example.com');
    expect(read(REQUIRED).origin).toBe('https://chat.example.com');
    expect(read({ ...REQUIRED, site: 'https://a.example' }).origin).toBe('https://a.example');
  });

  test.each(['null', 'file://', 'chrome-extension://abc'])('a page at %s has none', (origin) => {
    isAt(origin);
    expect(read(REQUIRED).origin).toBeUndefined();
  });
});
