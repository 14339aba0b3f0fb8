import { afterAll, expect, test } from 'bun:test';
import { load, refusal } from '../../../test/config-file.ts';
import { cleanUp } from '../../../test/process.ts';

afterAll(cleanUp);

const withText = (length: number) =>
  `partners: [{ name: a, kind: openrtb, url: "https://a.example", impExt: { a: ${'b'.repeat(length)} } }]`;

test('impExt of 4096 characters as JSON is accepted, and one more refused', () => {
  expect(load(withText(4096 - '{"a":""}'.length)).partners).toHaveLength(1);
  expect(refusal(withText(4097 - '{"a":""}'.length))).toContain(
    'impExt: expected an object of at most 4096 characters as JSON, but got 4097',
  );
});
