import { afterAll, expect, test } from 'bun:test';
import { refusal } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';

afterAll(cleanUp);

const NO_ORIGIN = 'expected an origin, like https://chat.example.com, but got';
const ORIGINS: readonly (readonly [string, string])[] = [
  ['chat.example', `${NO_ORIGIN} "chat.example"`],
  ['"*"', `${NO_ORIGIN} "*"`],
  [
    'https://chat.example/talk',
    'expected an origin, https://chat.example, but got "https://chat.example/talk"',
  ],
  [
    'HTTPS://Chat.example',
    'expected an origin, https://chat.example, but got "HTTPS://Chat.example"',
  ],
];
for (const [value, reason] of ORIGINS) {
  test(`publishers[].origins: ${value}`, () => {
    expect(refusal(`publishers:\n  - id: a\n    origins: [${value}]\n`)).toBe(
      `line 3: publishers[0].origins[0]: ${reason}`,
    );
  });
}

for (const name of ['cert', 'key']) {
  test(`listen.tls.${name}: 5`, () => {
    const other = name === 'cert' ? 'key' : 'cert';
    expect(refusal(`listen:\n  tls: { ${name}: 5, ${other}: a }\n`)).toBe(
      `line 2: listen.tls.${name}: expected a non-empty string, but got 5`,
    );
  });
}

test('listen.tls without an https address', () => {
  for (const more of ['', '  publicUrl: http://bid.example.com\n']) {
    expect(refusal(`listen:\n  tls: { cert: a, key: b }\n${more}`)).toEndWith(
      'listen.publicUrl: expected the https address of this server, since listen.tls is set',
    );
  }
});
