import { afterAll, expect, test } from 'bun:test';
import { load } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';
import { lostTrustNotes } from './upgrade-notes.ts';

afterAll(cleanUp);

const notesOf = (...partners: readonly string[]) =>
  lostTrustNotes(load(`partners:\n${partners.map((text) => `  - { ${text} }\n`).join('')}`));

test.each([
  '127.0.0.1:9',
  '10.1.2.3',
  '[::1]:9',
  '[fd00::1]',
  '[::ffff:10.0.0.1]',
  '169.254.169.254',
  'localhost:8091',
  '2130706433',
])('a bidder at http://%s has lost the trust that its address gave it', async (host) => {
  expect(await notesOf(`name: dsp, kind: openrtb, url: "http://${host}/bid"`)).toEqual([
    'partner dsp: its url has an internal address, which no longer lets its notices go to one; set internalNotices: true if they should',
  ]);
});

test('a bidder at a public address never had it', async () => {
  const url = 'url: "https://93.184.215.14/bid"';
  expect(await notesOf(`name: dsp, kind: openrtb, ${url}`)).toEqual([]);
});

test('a bidder whose config decides, and a partner without notices, are not named', async () => {
  const url = 'url: "http://127.0.0.1:9/"';
  const notes = await notesOf(
    `name: trusted, kind: openrtb, ${url}, internalNotices: true`,
    `name: distrusted, kind: openrtb, ${url}, internalNotices: false`,
    `name: shop, kind: product-search, ${url}`,
    'name: house, kind: campaigns, store: true',
  );
  expect(notes).toEqual([]);
});
