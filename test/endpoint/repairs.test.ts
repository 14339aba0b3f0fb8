import { afterAll, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import type { BidResponse } from '../../src/core/openrtb/bid-response.ts';
import { REPAIR_NAMES } from '../../src/core/repairs/table.ts';
import { ask, errorOf, MINIMAL, minimalWith, type RequestParts } from '../http/request.ts';
import { settled } from '../notices/exchange.ts';
import { startTestServer } from '../server.ts';
import CASES from './repair-cases.json';

const server = await startTestServer();
afterAll(() => server.stop(0));

const PATH = '/openrtb2/auction';

const native = 'imp[0].native.request';
const nativeImp = { id: 'n', native: { request: '{"assets":[{"id":1,"title":{"len":90}}]}' } };
const RENAMED = { body: minimalWith({ id: 'a b', 'imp[0].id': '/19968336/tag 0' }) };
const WITHOUT_NATIVE = { body: minimalWith({ imp: [{ id: 'b', banner: {} }, nativeImp] }) };

/** A request that the strict endpoint refuses, by the repair that makes it valid: the first of the table for each. */
const REPAIRABLE: Readonly<Record<string, RequestParts>> = {
  ...Object.fromEntries(
    CASES.toReversed().map(({ repair, path, sent }) => [
      repair,
      { body: minimalWith({ [path]: sent }) },
    ]),
  ),
  'text-plain-as-json': { headers: { 'Content-Type': 'text/plain;charset=UTF-8' }, body: MINIMAL },
  'gzip-recognised': { body: gzipSync(MINIMAL) },
};

describe('what the strict endpoint refuses is repaired at the other, and reported by name', () => {
  test.each([...REPAIR_NAMES])('%s', async (name) => {
    const parts = REPAIRABLE[name] ?? {};
    expect((await ask(server.port, parts)).status).toBe(400);
    const answer = await ask(server.port, { ...parts, path: PATH });
    expect(answer.status).toBe(200);
    const { ext }: BidResponse = JSON.parse(answer.body);
    expect(ext?.service?.test.warnings).toContainEqual(
      expect.objectContaining({ code: 'REQUEST_REPAIRED', repair: name }),
    );
  });
});

test('ids come back as they were sent, in the answer and in its report', async () => {
  const answer = await ask(server.port, { ...RENAMED, path: PATH });
  const { id, seatbid, ext }: BidResponse = JSON.parse(answer.body);
  expect(id).toBe('a b');
  expect(seatbid.flatMap(({ bid }) => bid.map(({ impid }) => impid))).toEqual(['/19968336/tag 0']);
  expect(ext?.service?.test.nonbid.map(({ impid }) => impid)).toEqual(['/19968336/tag 0']);
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
  const found = await fetch(`${server.adminUrl}/requests/${encodeURIComponent(id)}`);
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
  const found = await fetch(`${server.adminUrl}/requests/${id}`);
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
  await ask(server.port, { ...WITHOUT_NATIVE, path: PATH });
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
  test.each(Object.entries(invalid))('%s', async (_, [code, parts]) => {
    const answer = await ask(server.port, { ...parts, path: PATH });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).code).toBe(code);
  });

  test('gzip that inflates to too much, in 413', async () => {
    const body = gzipSync(Buffer.alloc(2_000_000, 0x20));
    expect((await ask(server.port, { path: PATH, body })).status).toBe(413);
  });
});
