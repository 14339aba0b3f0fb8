import { afterEach, describe, expect, test } from 'bun:test';
import { eventually } from '../../../test/eventually.ts';
import { PATIENT_MS } from '../../../test/patience.ts';
import {
  type Arrival,
  answer,
  post,
  type Script,
  startScriptedPartner as start,
  stopScriptedPartners,
} from '../../../test/scripted-partner.ts';
import { createPartnerClient, ORIGINS_MAX } from './partner-client.ts';

afterEach(stopScriptedPartners);

describe('hosts beyond the number that may have connections', () => {
  const callAll = (send: ReturnType<typeof createPartnerClient>, urls: readonly string[]) =>
    Promise.all(urls.map((url) => send(post(url), PATIENT_MS)));
  const startMany = async (script?: Script) => {
    const hosts = await Promise.all(Array.from({ length: ORIGINS_MAX }, () => start(script)));
    return hosts.map(({ url }) => url);
  };

  test('take the place of one that is not called', async () => {
    const open: Arrival[] = [];
    const [busy = '', ...idle] = await startMany({
      onRequest(arrival) {
        if (arrival.body === 'stay') open.push(arrival);
        else arrival.socket.write(answer('bid'));
      },
    });
    const another = await start();
    const send = createPartnerClient();
    const staying = send(post(busy, 'stay'), PATIENT_MS);
    await eventually(() => open.length === 1);
    await callAll(send, idle);
    expect(await send(post(another.url), PATIENT_MS)).toMatchObject({ status: 200 });
    expect(send.connections()).toBe(ORIGINS_MAX);
    open[0]?.socket.write(answer('bid'));
    expect(await staying).toMatchObject({ status: 200 });
  });
});
