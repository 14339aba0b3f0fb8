import { expect, test } from 'bun:test';
import { insecureHint } from './check-creative.ts';

test('for an address of this machine the hint names the setting to change', () => {
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080']) {
    expect(insecureHint(`http://${host}/images/a.svg`)).toContain('listen.publicUrl');
  }
});

test('for another address it does not', () => {
  for (const url of ['http://cdn.example/a.png', 'http://localhost.example/a.png', 'no url']) {
    expect(insecureHint(url)).toBe('');
  }
});
