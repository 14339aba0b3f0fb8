import type { PartnerTest } from '../../../src/console/accounts/api.ts';
import { createRecords, newRecord, recordRoutes, type StubRecord } from './records.ts';
import { json, type StubRoute } from './routes.ts';

const SENT = {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: '(kept)' },
  body: '{"id":"sample","test":1,"imp":[{"id":"1","native":{"request":"{}"}}]}',
};

/** An answer with one good bid and one that an auction would refuse, or none at all. */
function testOf(definition: StubRecord['definition']): PartnerTest {
  const url = String(definition.url);
  const sent = { ...SENT, url };
  if (!url.startsWith('https://')) {
    const verdict = `expected an answer of ${url}, but nobody listens there`;
    return { verdict, isGood: false, sent, answer: null, tookMs: 3, bids: [] };
  }
  return {
    verdict: 'the partner answered with 2 bids, and 1 of them would be accepted',
    isGood: true,
    sent,
    answer: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"id":"sample","seatbid":[{"seat":"seat-1","bid":[{"id":"b1","impid":"1","price":4.2}]}]}',
      isCut: false,
    },
    tookMs: 48,
    bids: [
      { cpmUsd: 4.2, seat: 'seat-1', domain: 'ridgeline.example', fault: null },
      {
        cpmUsd: 0.1,
        seat: 'seat-2',
        domain: 'kettleby.example',
        fault: 'the title has 120 characters, and the impression takes 90',
      },
    ],
  };
}

/** Partners in memory: one of the store, one of the config. */
export function createPartners() {
  const records = createRecords<StubRecord>([
    newRecord('orchard', {
      name: 'orchard',
      kind: 'openrtb',
      url: 'https://bid.orchard.example/rtb',
      qpsMax: 200,
      headers: { Authorization: '(kept)' },
      seats: ['seat-1'],
    }),
    {
      ...newRecord('acme', { name: 'acme', kind: 'openrtb', url: 'http://10.0.0.7/bid' }),
      source: 'config',
    },
  ]);
  const routes: readonly StubRoute[] = [
    ['POST /api/partners/test', ({ body }) => json(testOf(body as StubRecord['definition']))],
    [
      'POST /api/partners/{id}/test',
      ({ parts: [id = ''] }) => json(testOf(records.kept.get(id)?.definition ?? {})),
    ],
    ...recordRoutes<StubRecord>({
      path: '/api/partners',
      records,
      nameOf: ({ name }) => String(name),
      make: (id, definition) => ({
        ...newRecord(id, hidden(definition)),
        state: 'paused',
        changedBy: 'local',
      }),
      faultsOf: ({ name, url, qpsMax }) => [
        ...(/^[\w-]+$/.test(String(name))
          ? []
          : [{ field: 'name', reason: 'expected a name of 1 to 64 letters, digits, "-" or "_"' }]),
        ...(/^https?:\/\//.test(String(url))
          ? []
          : [{ field: 'url', reason: 'expected a URL that starts with http:// or https://' }]),
        ...(typeof qpsMax === 'string'
          ? [{ field: 'qpsMax', reason: `expected an integer, but got the string "${qpsMax}"` }]
          : []),
      ],
    }),
  ];
  return { records, routes };
}

/** As the store answers: values of headers are not shown. */
function hidden(definition: StubRecord['definition']): StubRecord['definition'] {
  if (definition.headers === undefined) return definition;
  const names = Object.keys(Object(definition.headers));
  return { ...definition, headers: Object.fromEntries(names.map((name) => [name, '(kept)'])) };
}
