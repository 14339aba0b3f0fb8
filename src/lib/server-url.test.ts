import { expect, test } from 'bun:test';
import { serverUrl } from './server-url.ts';

test('the URL of a server reaches it, whatever address it listens on', () => {
  expect(serverUrl('0.0.0.0', 80)).toBe('http://localhost:80');
  expect(serverUrl('::', 80)).toBe('http://localhost:80');
  expect(serverUrl('10.1.2.3', 80)).toBe('http://10.1.2.3:80');
  expect(serverUrl('fd00::1', 80)).toBe('http://[fd00::1]:80');
});
