import { afterEach, expect, test } from 'bun:test';
import type { Config } from '../../src/host/config/config.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { startTestServer } from '../server.ts';

let server: Machine | undefined;
afterEach(() => server?.stop(0));

const PUBLISHERS: Config['publishers'] = [
  { id: 'pub-silent' },
  { id: 'pub-1', seller: { name: 'Example Media', domain: 'media.example', type: 'publisher' } },
  { id: 'pub-2', seller: { name: 'Resale', domain: 'resale.example', type: 'both' } },
];

async function sellersOf(publishers: Config['publishers']) {
  server = await startTestServer({ publishers });
  const response = await fetch(`${server.url}/sellers.json`);
  expect(response.headers.get('content-type')).toBe('application/json');
  return response.json();
}

test('/sellers.json lists the publishers that have a seller, and no other', async () => {
  expect(await sellersOf(PUBLISHERS)).toEqual({
    version: '1.0',
    sellers: [
      {
        seller_id: 'pub-1',
        name: 'Example Media',
        domain: 'media.example',
        seller_type: 'PUBLISHER',
      },
      { seller_id: 'pub-2', name: 'Resale', domain: 'resale.example', seller_type: 'BOTH' },
    ],
  });
});
