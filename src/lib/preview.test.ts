import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { withoutSecrets } from './preview.ts';

describe('a quoted text', () => {
  const cases: readonly (readonly [text: string, quoted: string])[] = [
    ['https://user:pw@chat.example/talk?token=1#top', 'https://…@chat.example/talk…'],
    ['//user:pw@chat.example', '…@chat.example'],
    ['https://user:p?w@chat.example', 'https://…'],
    ['user:p#w@chat.example', '…'],
    ['user:pw@chat.example/talk', '…@chat.example/talk'],
    ['https://user:p/w@chat.example/', 'https://…@chat.example/'],
    ['https:\\\\user:pw@chat.example', 'https:\\\\…@chat.example'],
    ['https://a@b@chat.example', 'https://…@chat.example'],
    ['mailto:jane@chat.example', '…@chat.example'],
    ['jane@chat.example', '…@chat.example'],
    ['chat.example/a?email=jane@chat.example', 'chat.example/a…'],
    ['https://chat.example/a;jsessionid=1/b', 'https://chat.example/a…'],
    ['chat.example/a;jsessionid=1', 'chat.example/a…'],
    ['/a#access_token=1', '/a…'],
    ['text/html; charset=utf-8', 'text/html; charset=utf-8'],
    ['many', 'many'],
    ['localhost:3000', 'localhost:3000'],
    ['', ''],
  ];
  for (const [text, quoted] of cases) {
    test(JSON.stringify(text), () => expect(withoutSecrets(text)).toBe(quoted));
  }

  test('has no user, password, query or fragment, whatever URL it is', () => {
    const secret = fc
      .string({ unit: fc.constantFrom(...'abcXYZ019:%;=&-'), minLength: 3, maxLength: 12 })
      .map((text) => `s3cret${text}`);
    const scheme = fc.constantFrom('https://', 'HTTP://', '//', '', 'ftp://', 'https:\\\\');
    fc.assert(
      fc.property(scheme, secret, secret, fc.constantFrom('?', '#', '/?', '/a?b='), (...parts) => {
        const [start, user, query, mark] = parts;
        const quoted = withoutSecrets(`${start}${user}@chat.example${mark}${query}`);
        expect(quoted).not.toContain('s3cret');
        expect(quoted).toContain('chat.example');
      }),
    );
  });
});
