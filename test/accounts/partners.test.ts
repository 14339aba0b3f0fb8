import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { ShownHistory } from '../../src/host/record-ops.ts';
import type { PartnerDocument, PartnerTest } from '../../src/parts/accounts/page/api.ts';
import { cleanUp } from '../process.ts';
import { answer, startScriptedPartner, stopScriptedPartners } from '../scripted-partner.ts';
import { type Caller, callerOf, startWithRoles, TOKENS } from './machine.ts';

let machine: Machine;
let admin: Caller;
beforeAll(async () => {
  machine = await startWithRoles({
    partners: [
      {
        name: 'of-the-file',
        kind: 'openrtb',
        url: 'http://127.0.0.1:9/',
        headers: { 'X-Key': SECRET },
      },
    ],
  });
  admin = callerOf(machine.adminUrl, TOKENS.admin);
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});
afterEach(stopScriptedPartners);

const SECRET = 'a-key-of-the-partner';
const entryOf = (name: string, url = 'http://127.0.0.1:9/bid') => ({
  name,
  kind: 'openrtb',
  url,
  headers: { 'X-Key': SECRET },
});
const create = (entry: object) => admin<PartnerDocument>('POST', '/api/partners', entry);

describe('partners of the store', () => {
  test('are created paused, and start when somebody says so', async () => {
    const created = await create(entryOf('paused'));
    expect([created.status, created.body.state]).toEqual([201, 'paused']);
    const set = (state: string) => admin('POST', '/api/partners/paused/state', { state });
    expect((await set('active')).body).toMatchObject({ state: 'active' });
    expect((await admin('DELETE', '/api/partners/paused')).status).toBe(409);
    expect((await set('paused')).status).toBe(200);
    expect((await admin('DELETE', '/api/partners/paused')).status).toBe(204);
  });

  test('show no value of a header, and keep the one that is sent back hidden', async () => {
    const partner = await startScriptedPartner({
      onRequest: ({ socket }) => socket.write(answer('', '', '204 No Content')),
    });
    const entry = entryOf('hides', partner.url);
    const created = await create(entry);
    expect(created.body.definition).toMatchObject({ headers: { 'X-Key': '(kept)' } });
    const put = (next: object) =>
      admin<PartnerDocument>('PUT', '/api/partners/hides', next, { 'If-Match': '*' });
    const kept = await put({ ...entry, headers: { 'x-key': '(kept)' }, qpsMax: 5 });
    expect(kept.body.definition).toMatchObject({ headers: { 'x-key': '(kept)' }, qpsMax: 5 });
    const { text } = await admin<ShownHistory>('GET', '/api/partners/hides/history');
    for (const shown of [created.text, kept.text, text]) expect(shown).not.toContain(SECRET);
    const tested = await admin<PartnerTest>('POST', '/api/partners/hides/test');
    expect(partner.arrivals[0]?.head).toContain(`x-key: ${SECRET}`);
    expect(tested.body.sent.headers).toMatchObject({ 'x-key': '(kept)' });
    expect(tested.text).not.toContain(SECRET);
    const lacking = await create({ ...entryOf('lacks'), headers: { 'X-Other': '(kept)' } });
    expect(lacking.status).toBe(422);
  });

  test('send a hidden value to no other server than before, stored or not', async () => {
    await create(entryOf('stays'));
    const other = await startScriptedPartner({
      onRequest: ({ socket }) => socket.write(answer('', '', '204 No Content')),
    });
    for (const name of ['stays', 'of-the-file']) {
      const moved = { ...entryOf(name, other.url), headers: { 'X-Key': '(kept)' } };
      const refused = await admin('POST', '/api/partners/test', moved);
      expect([refused.status, refused.body.error.details.faults?.[0]?.field]).toEqual([
        422,
        'headers',
      ]);
    }
    const put = (entry: object) => admin('PUT', '/api/partners/stays', entry, { 'If-Match': '*' });
    const moved = entryOf('stays', other.url);
    expect((await put({ ...moved, headers: { 'X-Key': '(kept)' } })).status).toBe(422);
    expect(
      (await put({ ...entryOf('stays', 'http://127.0.0.1:9/v2'), headers: { 'X-Key': '(kept)' } }))
        .status,
    ).toBe(200);
    expect((await put(moved)).status).toBe(200);
    expect(other.arrivals).toEqual([]);
  });

  test('are refused with every fault, and are of kinds that need no file', async () => {
    const refused = await admin('POST', '/api/partners', {
      name: 'a b',
      kind: 'openrtb',
      url: 'ftp://x',
      timeoutMs: 0,
    });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'NOT_VALID']);
    const fields = refused.body.error.details.faults?.map(({ field }) => field);
    expect(fields).toEqual(['name', 'url', 'timeoutMs']);
    for (const entry of [
      { name: 'own', kind: 'campaigns', store: true },
      { name: 'shop', kind: 'product-search', url: 'embedded' },
      { name: 'shop', kind: 'banner' },
      [],
      null,
    ]) {
      expect((await create(entry as object)).status).toBe(422);
    }
  });

  test('of the config are shown, and a change of one is refused', async () => {
    const shown = await admin<PartnerDocument>('GET', '/api/partners/of-the-file');
    expect(shown.body).toMatchObject({ source: 'config', state: 'active', revision: 0 });
    const refused = await admin('PUT', '/api/partners/of-the-file', entryOf('of-the-file'), {
      'If-Match': '*',
    });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'NOT_ALLOWED']);
    expect((await create(entryOf('of-the-file'))).status).toBe(409);
  });

  test('of the config are paused and started, which their pages show', async () => {
    const path = '/api/partners/of-the-file';
    for (const state of ['paused', 'active']) {
      expect((await admin('POST', `${path}/state`, { state })).body).toMatchObject({ state });
      expect((await admin('GET', path)).body).toMatchObject({ state, source: 'config' });
    }
  });
});

describe('a test of a partner', () => {
  const native = JSON.stringify({
    native: {
      link: { url: 'https://shoes.example/x' },
      assets: [{ id: 1, title: { text: 'Shoes' } }],
    },
  });
  const bidOf = (id: string, price: number, adomain: readonly string[]) => ({
    id,
    impid: '1',
    price,
    adomain,
    adm: native,
  });
  const responding = (bids: readonly object[]) =>
    startScriptedPartner({
      onRequest({ socket, body: asked }) {
        const { id } = JSON.parse(asked) as { readonly id: string };
        const seatbid = [{ seat: 'seat-1', bid: bids }];
        const body = JSON.stringify({ id, cur: 'USD', seatbid });
        socket.write(answer(body, 'server: a-dsp\r\nx-secret: no\r\n'));
      },
    });
  const testOf = async (url: string, more: object = {}) =>
    (await admin<PartnerTest>('POST', '/api/partners/test', { ...entryOf('new', url), ...more }))
      .body;

  test('sends one request in test mode that has nobody in it, and tells what came', async () => {
    const partner = await responding([bidOf('b1', 2.5, ['shoes.example'])]);
    const result = await testOf(partner.url);
    expect(result).toMatchObject({
      isGood: true,
      verdict: 'It sent one bid, and the auction would accept it.',
      bids: [{ cpmUsd: 2.5, seat: 'seat-1', domain: 'shoes.example', fault: null }],
      answer: { status: 200, isCut: false, headers: { server: 'a-dsp' } },
    });
    expect(partner.arrivals).toHaveLength(1);
    const request = JSON.parse(result.sent.body);
    expect(request).toMatchObject({ test: 1, site: { publisher: { id: 'parley-test' } } });
    expect(request.user).toBeUndefined();
    expect(request.device.ip).toBeUndefined();
    expect(JSON.parse(partner.arrivals[0]?.body ?? '')).toEqual(request);
  });

  test('says so where the partner is not there, answers rubbish, fails or does not bid', async () => {
    const say = (head: string, body: string) =>
      startScriptedPartner({ onRequest: ({ socket }) => socket.write(answer(body, '', head)) });
    const verdictOf = async (url: string, more?: object) => {
      const { verdict, isGood } = await testOf(url, more);
      return { verdict, isGood };
    };
    expect(await verdictOf('http://127.0.0.1:9/')).toMatchObject({ isGood: false });
    expect(await verdictOf((await say('200 OK', '<html>')).url)).toMatchObject({
      isGood: false,
      verdict: expect.stringContaining('which cannot be used'),
    });
    expect(await verdictOf((await say('500 No', 'x')).url)).toMatchObject({ isGood: false });
    expect(await verdictOf((await say('204 No Content', '')).url)).toMatchObject({
      isGood: true,
      verdict: expect.stringContaining('without a bid'),
    });
    const silent = await startScriptedPartner({ onRequest: () => {} });
    expect(await verdictOf(silent.url, { timeoutMs: 30 })).toEqual({
      isGood: false,
      verdict: 'It could not be asked: no answer in time.',
    });
  });
});
