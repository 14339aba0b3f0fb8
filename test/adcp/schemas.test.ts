import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Machine } from '../../src/host/machine/machine.ts';
import { startTestServer } from '../server.ts';
import { BUYER_TOKEN, SELLING } from './call-seller.ts';
import { checkSchemas } from './schemas/check-schemas.ts';

/** Of the version that the SDK brings along. `npm run adcp -- --schemas` does the same for others. */
const SCHEMAS = join(import.meta.dir, '../../node_modules/@adcp/sdk/dist/lib/schemas-data/3.0');

let machine: Machine;
beforeAll(async () => {
  const { adcp } = SELLING;
  machine = await startTestServer({
    ...SELLING,
    publishers: [{ id: 'chat' }],
    adcp: {
      ...adcp,
      buyers: [{ id: 'acme', name: 'Acme', token: BUYER_TOKEN, sandbox: true }],
      products: [
        { id: 'p', name: 'P', description: 'Hiking', publishers: ['chat'], floors: { cpm: 2 } },
      ],
    },
  });
});
afterAll(() => machine.stop(0));

test('every request and answer of a session with every tool is valid by the schemas of the protocol', async () => {
  const address = { url: `${machine.url}/adcp/mcp`, token: BUYER_TOKEN };
  const faults = await checkSchemas(address, SCHEMAS);
  expect(faults).toEqual([]);
});
