import { afterAll, expect, test } from 'bun:test';
import { callerOf } from '../accounts/machine.ts';
import { ask, minimalWith } from '../http/request.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { startTestServer, type TestConfig } from '../server.ts';

afterAll(cleanUp);

test('a publisher and a partner that the config has are the config’s, whatever the store has of that name', async () => {
  const dataDir = temporaryFolder();
  const of = async (config: TestConfig) => {
    const machine = await startTestServer({ dataDir, ...config });
    const body = minimalWith({ 'site.publisher.id': 'pub-1' });
    return { machine, call: callerOf(machine.adminUrl), sell: () => ask(machine.port, { body }) };
  };
  const dsp = { name: 'dsp', kind: 'openrtb', url: 'http://127.0.0.1:9/' } as const;
  const first = await of({});
  expect((await first.call('POST', '/api/publishers', { id: 'pub-1' })).status).toBe(201);
  expect((await first.call('POST', '/api/partners', dsp)).status).toBe(201);
  // It is invited, and not active yet; partners begin paused.
  expect((await first.sell()).status).toBe(403);
  await first.machine.stop(0);
  const second = await of({ publishers: [{ id: 'pub-1' }], partners: [dsp] });
  expect((await second.sell()).status).toBe(200);
  expect((await second.call('GET', '/api/partners')).body as object).toMatchObject({
    rows: [{ id: 'dsp', isPaused: false }],
  });
  await second.machine.stop(0);
});
