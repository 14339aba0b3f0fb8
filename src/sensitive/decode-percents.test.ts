import { expect, test } from 'bun:test';
import { decodePercents } from './decode-percents.ts';

test.each([
  ['kill%20myself', 'kill myself'],
  ['kill%2520myself', 'kill myself'],
  ['kill%25252520myself', 'kill myself'],
  [`kill%${'25'.repeat(1_000)}20myself`, 'kill myself'],
  ['kill%u0020myself %U6B7b', 'kill myself 死'],
  ['k%2569ll%25u0020%%20', 'kill % '],
  ['%2%3520%u12', ' %u12'],
  ['50%25 off', '50% off'],
  ['Selbstt%C3%B6tung', 'Selbsttötung'],
  ['%E6%AD%BB %F0%9F%99%82', '死 🙂'],
  ['50% off', '50% off'],
  ['50%death', '50%death'],
  ['%C3%', '%C3%'],
  ['%e6%ad', '%e6%ad'],
  ['%zz%4', '%zz%4'],
])('%p is read as %p', (text, decoded) => {
  expect(decodePercents(text)).toBe(decoded);
});
