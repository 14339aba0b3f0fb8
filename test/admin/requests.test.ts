import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Machine } from '../../src/host/machine/machine.ts';
import { writePath } from '../conformance/paths.ts';
import { ask, errorOf, MINIMAL, minimalWith, type RequestParts } from '../http/request.ts';
import { startTestServer } from '../server.ts';

const NOW_MS = 1_700_000_000_000;
let nowMs = NOW_MS;

let server: Machine;
beforeAll(async () => {
  server = await startTestServer({}, () => nowMs);
});
afterAll(() => server.stop(0));

/** Sends a request, and looks its id up on the admin port. */
async function lookUp(parts: RequestParts) {
  const answer = await ask(server.port, parts);
  const id = answer.headers.get('x-request-id') ?? '';
  const found = await fetch(`${server.adminUrl}/requests/${id}`);
  return { answer, id, status: found.status, record: await found.json() };
}

test('a refused request is found by the request_id of its error (ruling 58)', async () => {
  const body = minimalWith({ 'imp[0].bidfloor': 'many', 'site.publisher.id': 'pub-1' });
  const { answer, status, record } = await lookUp({ body });
  expect(status).toBe(200);
  expect(record).toEqual({
    requestId: errorOf(answer).request_id,
    time: new Date(NOW_MS).toISOString(),
    outcome: 'refused',
    status: 400,
    code: 'INVALID_FIELD_TYPE',
    field: 'imp[0].bidfloor',
    reason: errorOf(answer).details.reason,
    publisher: 'pub-1',
  });
});

test('a request refused before it was parsed is found too', async () => {
  expect((await lookUp({ body: '{' })).record).toMatchObject({ code: 'INVALID_REQUEST' });
  expect((await lookUp({ method: 'PUT' })).record).toMatchObject({ status: 405 });
});

test('a value that may be about a person is in the answer, but not in the record', async () => {
  const { answer, record } = await lookUp({ body: minimalWith({ 'device.ip': 203113 }) });
  expect(errorOf(answer).details.reason).toContain('203113');
  expect(record).toMatchObject({ field: 'device.ip' });
  expect(JSON.stringify(record)).not.toContain('203113');
});

test('a URL that is wrong is quoted without user, password, parameters and query', async () => {
  const url = 'https://me:pw-secret@a.b/c;s=id-secret?t=query-secret#secret';
  const places = ['site.domain', 'app.bundle', 'imp[0].bidfloor', 'imp[0].bidfloorcur', 'id'];
  for (const place of [...places, 'imp[0].native.ver', 'cur[0]', 'at', 'tmax', 'test']) {
    const [root = ''] = place.split('.');
    const body = JSON.parse(minimalWith(root === 'app' ? { app: {} } : {}));
    if (root === 'app') delete body.site;
    writePath(body, place, url);
    const { answer, record } = await lookUp({ body: JSON.stringify(body) });
    expect([place, errorOf(answer).details.field]).toEqual([place, place]);
    expect(answer.body + JSON.stringify(record)).not.toContain('secret');
    const list = await (await fetch(`${server.adminUrl}/requests?outcome=refused`)).text();
    expect(list).toContain(place);
    expect(list).not.toContain('secret');
  }
});

test('an auction is found with its explanation', async () => {
  const { id, record } = await lookUp({ body: MINIMAL });
  expect(record).toMatchObject({ requestId: id, outcome: 'no-bid', publisher: null });
});

test('an explanation names the publisher, of a site or of an app', async () => {
  const site = await lookUp({ body: minimalWith({ 'site.publisher.id': 'pub-1' }) });
  expect(site.record).toMatchObject({ publisher: 'pub-1' });
  const app = JSON.parse(MINIMAL);
  delete app.site;
  app.app = { publisher: { id: 'pub-2' } };
  const { record } = await lookUp({ body: JSON.stringify(app) });
  expect(record).toMatchObject({ publisher: 'pub-2' });
});

test('a request that nobody sent is not found', async () => {
  const response = await fetch(`${server.adminUrl}/requests/unknown`);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('no request \\"unknown\\" is remembered');
});

test('requests are listed by publisher, outcome, id and time, the newest first', async () => {
  const sent = async (publisher: string, change: object = {}) =>
    (await lookUp({ body: minimalWith({ 'site.publisher.id': publisher, ...change }) })).id;
  const refused = await sent('list-1', { 'imp[0].bidfloor': 'many', id: 'chat-of-ann' });
  const unsold = await sent('list-1');
  const other = await sent('list-2');
  const listed = async (query: string) => {
    const response = await fetch(`${server.adminUrl}/requests?${query}`);
    if (response.status !== 200) return response.status;
    const { rows } = (await response.json()) as { rows: readonly { requestId: string }[] };
    return rows.map(({ requestId }) => requestId);
  };
  expect(await listed('publisher=list-1')).toEqual([unsold, refused]);
  expect(await listed('publisher=list-2')).toEqual([other]);
  expect(await listed('publisher=list-1&outcome=refused')).toEqual([refused]);
  expect(await listed('publisher=list-1&outcome=no-demand')).toEqual([unsold]);
  expect(await listed('find=chat-of-ann')).toEqual([refused]);
  expect(await listed('publisher=list-1&to=2020-01-01T00:00Z')).toEqual([]);
  expect(await listed('from=yesterday')).toBe(400);
});

test('an auction is forgotten after ten minutes (ruling 72)', async () => {
  const { id } = await lookUp({ body: MINIMAL });
  const statusAt = async (laterMs: number) => {
    nowMs = NOW_MS + laterMs;
    return (await fetch(`${server.adminUrl}/requests/${id}`)).status;
  };
  expect([await statusAt(600_000), await statusAt(600_001)]).toEqual([200, 404]);
});
