import { afterAll, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import type { BidResponse } from '../../src/openrtb/bid-response.ts';
import { REPAIR_NAMES } from '../../src/repairs/table.ts';
import { ask, errorOf, MINIMAL, minimalWith, type RequestParts } from '../http/request.ts';
import { settled } from '../notices/exchange.ts';
import { startTestServer } from '../server.ts';

const server = await startTestServer();
afterAll(() => server.stop(0));

const PATH = '/openrtb2/auction';

const native = 'imp[0].native.request';
const image = (fields: object) =>
  JSON.stringify({ assets: [{ id: 1, img: { type: 3, ...fields } }] });
const titled = (fields: object) =>
  JSON.stringify({ ...fields, assets: [{ id: 1, title: { len: 90 } }] });
const nativeImp = (id: string) => ({ id, native: { request: titled({}) } });

/** A request that the strict endpoint refuses, by the repair that makes it valid. */
const REPAIRABLE: Readonly<Record<string, RequestParts>> = {
  'text-plain-as-json': { headers: { 'Content-Type': 'text/plain;charset=UTF-8' }, body: MINIMAL },
  'gzip-recognised': { body: gzipSync(MINIMAL) },
  'imp-without-native-skipped': {
    body: minimalWith({ imp: [{ id: 'b', banner: { w: 300, h: 250 } }, nativeImp('n')] }),
  },
  'imps-cut': {
    body: minimalWith({ imp: Array.from({ length: 11 }, (_, index) => nativeImp(`${index}`)) }),
  },
  'id-renamed': { body: minimalWith({ id: 'a b', 'imp[0].id': '/19968336/tag 0' }) },
  'native-request-encoded': {
    body: minimalWith({ [native]: { assets: [{ id: 1, title: { len: 90 } }] } }),
  },
  'native-request-decoded': { body: minimalWith({ [native]: JSON.stringify(titled({})) }) },
  'asset-ids-numbered': { body: minimalWith({ [native]: '{"assets":[{"title":{"len":90}}]}' }) },
  'native-version-read': { body: minimalWith({ [native]: titled({ ver: 1.2 }) }) },
  'zero-size-absent': { body: minimalWith({ [native]: image({ wmin: 0, hmin: 0 }) }) },
  'empty-native-version-absent': { body: minimalWith({ [native]: titled({ ver: '' }) }) },
  'native-hint-ignored': { body: minimalWith({ [native]: titled({ context: 9 }) }) },
  'floor-rounded-up': { body: minimalWith({ 'imp[0].bidfloor': 1.2345 }) },
  'tmax-zero-absent': { body: minimalWith({ tmax: 0 }) },
  'tmax-cut': { body: minimalWith({ tmax: 9000 }) },
  'tmax-short-kept': { body: minimalWith({ tmax: 60 }) },
  'at-ignored': { body: minimalWith({ at: 3 }) },
  'empty-string-absent': { body: minimalWith({ 'imp[0].bidfloorcur': '' }) },
  'domain-stripped': { body: minimalWith({ site: { domain: 'https://chat.example:8443/talk' } }) },
  'domain-ignored': { body: minimalWith({ site: { domain: 'localhost:3000' } }) },
  'coordinate-rounded': { body: minimalWith({ device: { geo: { lat: 52.123456789 } } }) },
  'devicetype-ignored': { body: minimalWith({ device: { devicetype: 8 } }) },
  'gender-ignored': { body: minimalWith({ user: { gender: 'female' } }) },
  'consent-flag-read': { body: minimalWith({ regs: { gdpr: '1' } }) },
  'consent-string-read': { body: minimalWith({ user: { consent: ['CPXx'] } }) },
  'us-privacy-opt-out': { body: minimalWith({ regs: { us_privacy: 'none' } }) },
  'conversation-read': { body: minimalWith({ ext: { parley: { conversation: 7 } } }) },
  'conversation-ignored': { body: minimalWith({ ext: { parley: { conversation: true } } }) },
  'shown-repaired': { body: minimalWith({ ext: { parley: { shown: 'a.example' } } }) },
};

test('every repair has a case', () => {
  expect(Object.keys(REPAIRABLE).sort()).toEqual([...REPAIR_NAMES].sort());
});

describe('what the strict endpoint refuses is repaired at the other, and reported by name', () => {
  for (const [name, parts] of Object.entries(REPAIRABLE)) {
    test(name, async () => {
      expect((await ask(server.port, parts)).status).toBe(400);
      const answer = await ask(server.port, { ...parts, path: PATH });
      expect(answer.status).toBe(200);
      const { ext }: BidResponse = JSON.parse(answer.body);
      const warnings = ext?.service.test.warnings ?? [];
      expect(warnings).toContainEqual(
        expect.objectContaining({ code: 'REQUEST_REPAIRED', repair: name }),
      );
    });
  }
});

test('ids come back as they were sent, in the answer and in its report', async () => {
  const answer = await ask(server.port, { ...REPAIRABLE['id-renamed'], path: PATH });
  const { id, seatbid, ext }: BidResponse = JSON.parse(answer.body);
  expect(id).toBe('a b');
  expect(seatbid.flatMap(({ bid }) => bid.map(({ impid }) => impid))).toEqual(['/19968336/tag 0']);
  expect(ext?.service.test.nonbid.map(({ impid }) => impid)).toEqual(['/19968336/tag 0']);
});

test('assets that came without ids are answered by their numbers', async () => {
  const assets = [
    { title: { len: 90 }, required: 1 },
    { id: 1, data: { type: 1 }, required: 1 },
  ];
  const body = minimalWith({ [native]: JSON.stringify({ assets }) });
  const answer = await ask(server.port, { path: PATH, body });
  const { seatbid }: BidResponse = JSON.parse(answer.body);
  const answered: { assets: { id: number }[] } = JSON.parse(seatbid[0]?.bid[0]?.adm ?? '');
  expect(answered.assets).toEqual([
    expect.objectContaining({ id: 3, title: expect.anything() }),
    expect.objectContaining({ id: 1, data: expect.anything() }),
  ]);
});

test('an auction is found by the id that the caller sent', async () => {
  const id = `odd id ${crypto.randomUUID()}`;
  await ask(server.port, { path: PATH, body: minimalWith({ id }) });
  const found = await fetch(`${server.adminUrl}/auctions/${encodeURIComponent(id)}`);
  expect(await found.json()).toMatchObject({
    warnings: [
      { code: 'REQUEST_REPAIRED', field: 'id', repair: 'id-renamed' },
      { code: 'SITE_OR_APP_MISSING' },
    ],
  });
});

test('a tmax under 100 is the deadline of the auction', async () => {
  const id = crypto.randomUUID();
  await ask(server.port, { path: PATH, body: minimalWith({ id, tmax: 60 }) });
  const found = await fetch(`${server.adminUrl}/auctions/${id}`);
  expect(await found.json()).toMatchObject({ deadlineMs: 60 });
});

test('repairs are counted by name, of requests that are sold and of those with nothing to sell', async () => {
  const count = async (name: string) => {
    const text = await (await fetch(`${server.adminUrl}/metrics`)).text();
    return Number(
      new RegExp(`^parley_repairs_total\\{repair="${name}"\\} (\\d+)`, 'm').exec(text)?.[1],
    );
  };
  const before = await count('imp-without-native-skipped');
  const body = minimalWith({ imp: [{ id: 'b', banner: {} }] });
  await ask(server.port, { path: PATH, body });
  await ask(server.port, { ...REPAIRABLE['imp-without-native-skipped'], path: PATH });
  const isCounted = (now: number) => now === before + 2;
  expect(await settled(() => count('imp-without-native-skipped'), isCounted)).toBe(before + 2);
});

describe('a request that is still invalid after the repairs is refused as ever', () => {
  const invalid: Readonly<Record<string, readonly [string, RequestParts]>> = {
    'site beside app': ['INVALID_REQUEST', { body: minimalWith({ site: {}, app: {}, tmax: 0 }) }],
    'a native request that is no JSON': [
      'INVALID_FIELD_VALUE',
      { body: minimalWith({ [native]: '{' }) },
    ],
    'a GDPR flag that is neither yes nor no': [
      'INVALID_FIELD_TYPE',
      { body: minimalWith({ regs: { ext: { gdpr: 'perhaps' } } }) },
    ],
    'a form': ['UNSUPPORTED_FORMAT', { headers: { 'Content-Type': 'text/html' } }],
    'no type': ['UNSUPPORTED_FORMAT', { headers: { 'Content-Type': '' } }],
    'gzip that is none': ['INVALID_REQUEST', { body: Uint8Array.of(0x1f, 0x8b, 1, 2, 3) }],
  };
  for (const [what, [code, parts]] of Object.entries(invalid)) {
    test(what, async () => {
      const answer = await ask(server.port, { ...parts, path: PATH });
      expect(answer.status).toBe(400);
      expect(errorOf(answer).code).toBe(code);
    });
  }

  test('gzip that inflates to too much, in 413', async () => {
    const body = gzipSync(Buffer.alloc(2_000_000, 0x20));
    expect((await ask(server.port, { path: PATH, body })).status).toBe(413);
  });
});
