import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ConfigFault } from '../../src/host/config/config.ts';
import type { Trouble } from '../../src/host/observe/troubles.ts';
import type { Live } from '../../src/parts/insight/live.ts';
import { eventually } from '../eventually.ts';
import { bid, type OwnExchange, startHere } from '../notices/exchange.ts';
import { cleanUp } from '../process.ts';
import { startTestServer } from '../server.ts';

let exchange: OwnExchange;
beforeAll(async () => {
  exchange = await startHere();
});
afterAll(cleanUp);

async function troubles(adminUrl = exchange.adminUrl): Promise<readonly Trouble[]> {
  const status = await (await fetch(`${adminUrl}/status`)).json();
  return (status as { readonly troubles: readonly Trouble[] }).troubles;
}

/** What Live says. */
async function liveTroubles() {
  const { troubles } = (await (await fetch(`${exchange.adminUrl}/api/live`)).json()) as Live;
  return troubles?.map(({ id }) => id);
}

test('a machine says that all requests are refused, on Live as in its status, and well after a start', async () => {
  expect(await troubles()).toEqual([]);
  expect(await liveTroubles()).toEqual([]);
  for (let i = 0; i < 30; i++) expect((await bid(exchange.port, '{"id":"1"}')).status).toBe(400);
  await eventually(async () => (await troubles()).length > 0);
  const [trouble] = await troubles();
  expect(trouble).toMatchObject({ id: 'requests-refused', kind: 'bad' });
  expect(trouble?.what).toMatch(/^all \d+ requests .* with MISSING_REQUIRED_FIELD at imp$/);
  expect(await liveTroubles()).toEqual(['requests-refused']);
});

test('a config that is not reloaded is shown with its sentence', async () => {
  const machine = await startTestServer();
  try {
    await machine.reload(new ConfigFault('parley.yaml, line 3: nonsense: unknown key'));
    expect(await troubles(machine.adminUrl)).toMatchObject([
      {
        id: 'reload-rejected',
        what: 'the config was not reloaded: parley.yaml, line 3: nonsense: unknown key',
      },
    ]);
  } finally {
    await machine.stop(0);
  }
});
