import { afterEach, describe, expect, test } from 'bun:test';
import { type ParleyOptions, readOptions } from './options.ts';

const REQUIRED = { url: 'http://ads.example', publisher: 'p' };
const read = (options: unknown) => readOptions(options as ParleyOptions);

test.each([
  [
    { ...REQUIRED, url: 'localhost' },
    'url: expected the http or https address of the exchange, got "localhost"',
  ],
  [{ url: 'http://localhost' }, 'publisher: expected your publisher id, got nothing'],
  [{ ...REQUIRED, timeoutMs: 5 }, 'timeoutMs: expected an integer, 100 to 10000, got 5'],
  [{ ...REQUIRED, sensitive: { crises: true } }, /^sensitive: expected crisis, .*, got "crises"$/],
  [undefined, 'createParley: expected an object, got nothing'],
  ['http://localhost', 'createParley: expected an object, got a string'],
  [{ ...REQUIRED, tset: true }, /^createParley: expected url, .*, got "tset"$/],
  [{ ...REQUIRED, constructor: 1 }, /^createParley: expected url, .*, got "constructor"$/],
  [{ ...REQUIRED, test: 'yes' }, 'test: expected a boolean, got a string'],
  [{ ...REQUIRED, extract: null }, 'extract: expected a function, got null'],
  [{ ...REQUIRED, sensitive: ['health'] }, 'sensitive: expected an object, got a list'],
  [{ ...REQUIRED, sensitive: { health: 1 } }, 'health: expected a boolean, got a number'],
  [
    { ...REQUIRED, key: 'secret\nkey' },
    'key: expected letters, digits and signs of ASCII, got others',
  ],
  [
    { ...REQUIRED, site: 'chat.example.com' },
    'site: expected the http or https address of your chat, got "chat.example.com"',
  ],
  [
    { ...REQUIRED, site: 'file:///chat' },
    'site: expected the http or https address of your chat, got "file:///chat"',
  ],
])('a wrong option is a sentence when the program starts: %j', (options, sentence) => {
  expect(() => read(options)).toThrow(sentence);
});

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
