/** Clients that generators make from the documents of a real exchange: they compile, and they can call it. Needs a network. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import example from '../../examples/request.json';
import { PATIENT_AUCTION, PATIENT_AUCTION_MS } from '../patience.ts';
import {
  AMPLE_LIMITS,
  BUN,
  cleanUp,
  ROOT,
  type Serving,
  serve,
  temporaryFolder,
} from '../process.ts';
import { output } from './support/build.ts';
import { inOpenApi30 } from './support/openapi-3-0.ts';

const TOKEN = 'a-token-of-the-operator';

let parley: Serving;
let folder: string;
let urls: { readonly public: string; readonly admin: string };
beforeAll(async () => {
  folder = temporaryFolder();
  cpSync(join(ROOT, 'test/long/clients'), folder, { recursive: true });
  const installed = output('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    folder,
  });
  parley = await serve(
    `${AMPLE_LIMITS}${PATIENT_AUCTION}listen: { workers: 1 }\nadmin: { port: 0, token: ${TOKEN} }\npartners:\n`,
  );
  const adminUrl = /"adminUrl":"([^"]+)"/.exec(parley.stdout())?.[1] ?? '';
  urls = { public: `http://127.0.0.1:${parley.port}`, admin: adminUrl };
  for (const [port, url] of Object.entries(urls)) {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const document = (await (await fetch(`${url}/openapi.json`, { headers })).json()) as object;
    writeFileSync(join(folder, `${port}.json`), JSON.stringify(document));
    writeFileSync(join(folder, `${port}-3-0.json`), JSON.stringify(inOpenApi30(document)));
  }
  await installed;
});
afterAll(cleanUp);

/** Runs a program of a package. With Bun, since these want a newer Node than this project does. */
const generate = (program: string, ...args: readonly string[]) =>
  output(BUN, [join(folder, 'node_modules', program), ...args], { folder });

/** Fails with what the compiler says. */
function compiled(sources: string): Promise<string> {
  const file = join(folder, `tsconfig.${sources}.json`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
  };
  writeFileSync(file, JSON.stringify({ compilerOptions, include: [sources] }));
  return output(join(ROOT, 'node_modules/.bin/tsc'), ['-p', file], { folder });
}

describe('clients of both ports', () => {
  test('that orval makes compile', async () => {
    const projects = Object.keys(urls).map((port) => [
      port,
      { input: `${port}.json`, output: { target: `orval/${port}.ts`, client: 'fetch' } },
    ]);
    const config = JSON.stringify(Object.fromEntries(projects));
    writeFileSync(join(folder, 'orval.config.mjs'), `export default ${config};\n`);
    await generate('orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs');
    await compiled('orval');
  });

  test('that Hey API makes compile, and call the admin port', async () => {
    for (const port of Object.keys(urls)) {
      await generate('@hey-api/openapi-ts/bin/run.js', '-i', `${port}.json`, '-o', `hey/${port}`);
    }
    await compiled('hey');
    const { getCampaigns } = (await import(join(folder, 'hey/admin/sdk.gen.ts'))) as {
      readonly getCampaigns: (options: object) => Promise<{ readonly response: Response }>;
    };
    const { response } = await getCampaigns({ baseUrl: urls.admin, auth: TOKEN });
    expect(response.status).toBe(200);
  });

  test('that OpenAPI Generator makes for Python load, and get an ad', async () => {
    const jar = join(
      folder,
      'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar',
    );
    const make = (port: string) => {
      const args = `generate -g python -i ${port}-3-0.json -o python --package-name ${port}_client`;
      return output('java', ['-jar', jar, ...args.split(' ')], { folder });
    };
    await Promise.all(Object.keys(urls).map(make));
    writeFileSync(
      join(folder, 'request.json'),
      JSON.stringify({ ...example, tmax: PATIENT_AUCTION_MS }),
    );
    // Debian's, which has the packages that such a client needs.
    const answer = await output('/usr/bin/python3', ['call.py', urls.public, 'request.json'], {
      folder,
      env: { PYTHONPATH: join(folder, 'python') },
    });
    expect(JSON.parse(answer)).toEqual({ id: example.id, price: expect.any(Number) });
  });
});
