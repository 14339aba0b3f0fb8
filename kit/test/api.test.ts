import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer } from '../../test/server.ts';
import { apiSource, type OpenApi } from '../api-types.ts';

const exchange = await startTestServer();
afterAll(() => exchange.stop(0));

test('the types of the API are those of the exchange: else run `npm start`, and `bin/bun kit/generate-api.ts`', async () => {
  const response = await fetch(`${exchange.url}/openapi.json`);
  const made = await apiSource((await response.json()) as OpenApi);
  expect(readFileSync(join(import.meta.dir, '../src/api.ts'), 'utf8')).toBe(made);
});
