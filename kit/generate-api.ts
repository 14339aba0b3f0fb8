import { join } from 'node:path';
import { apiSource, type OpenApi } from './api-types.ts';

/** `bin/bun kit/generate-api.ts http://localhost:8080` writes `src/api.ts` from that exchange's OpenAPI document. */
const [exchange = 'http://localhost:8080'] = process.argv.slice(2);
const response = await fetch(new URL('/openapi.json', exchange));
if (!response.ok) throw new Error(`expected /openapi.json of ${exchange}, got ${response.status}`);
// Nothing but types comes of it: a document of another form gives types that do not compile.
const document = (await response.json()) as OpenApi;
await Bun.write(join(import.meta.dir, 'src/api.ts'), await apiSource(document));
