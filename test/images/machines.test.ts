import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { hashOf } from '../../src/images/read-image.ts';
import { creativeOf } from '../campaigns/test-support.ts';
import {
  bid,
  type Exchange,
  SHARED_KEY,
  saleRequest,
  settled,
  startExchange,
  stopExchange,
} from '../notices/exchange.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, run, temporaryFolder } from '../process.ts';
import { apiOf } from '../store/api.ts';
import { anyCampaign, onAllWorkers } from '../store/campaigns.ts';
import { JPEG, PNG } from './fixtures.ts';
import { upload } from './upload.ts';

const TOKEN = 'ada-has-this-token';
const PUBLIC_URL = 'https://ads.example.com';
const CONFIG = `
admin: { port: 0, tokens: [{ name: ada, token: ${TOKEN}, role: admin }] }
partners: [{ name: own, kind: campaigns, store: true, approval: true }]`;

afterAll(cleanUp);

/** A request for an ad with an image, on a page of https. */
function pictureRequest(): string {
  const request = JSON.parse(saleRequest()) as { readonly imp: readonly object[] };
  const assets = [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, required: 1, img: { type: 3, wmin: 40, hmin: 30 } },
  ];
  const native = { request: JSON.stringify({ native: { ver: '1.2', assets } }) };
  return JSON.stringify({ ...request, imp: [{ id: 'imp-1', secure: 1, native }] });
}

/** The image in the ad that a machine sells now; '' for none. */
async function pictureAt(port: number): Promise<string> {
  const response = await bid(port, pictureRequest());
  if (response.status !== 200) return '';
  const { seatbid } = (await response.json()) as {
    readonly seatbid: readonly { readonly bid: readonly { readonly adm: string }[] }[];
  };
  const { native } = JSON.parse(seatbid[0]?.bid[0]?.adm ?? '{}') as {
    readonly native: { readonly assets: readonly { readonly img?: { readonly url: string } }[] };
  };
  return native.assets.find(({ img }) => img !== undefined)?.img?.url ?? '';
}

/** The hash of what a machine serves at a path, on a connection of its own so that any worker may get it. */
async function servedAt(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { Connection: 'close' },
  });
  return response.ok ? hashOf(await response.bytes()) : String(response.status);
}

describe('an image that was uploaded at one of two machines, with two workers each', () => {
  let machines: readonly Exchange[];
  let ada: ReturnType<typeof apiOf>;
  const [path, hash] = [`/images/${hashOf(PNG)}.png`, hashOf(PNG)];
  const images = [{ url: path, w: 40, h: 30 }];
  const campaign = anyCampaign({ id: 'tent', creatives: [creativeOf({ id: 'card', images })] });

  beforeAll(async () => {
    const postgres = await startPostgres();
    const databaseUrl = await postgres.newDatabase();
    const options = { workers: 2, databaseUrl, keys: [SHARED_KEY], publicUrl: PUBLIC_URL };
    const start = () => startExchange({ ...options, more: CONFIG });
    machines = await Promise.all([start(), start()]);
    ada = apiOf(machines[0]?.adminUrl ?? '', TOKEN);
  });

  test('is in the ads of both, under their public address, and every worker serves it', async () => {
    expect((await upload(machines[0]?.adminUrl ?? '', TOKEN, PNG)).body.url).toBe(path);
    expect((await ada.create(campaign)).status).toBe(201);
    expect((await ada.setState('tent', 'active')).status).toBe(200);
    expect((await ada.review('tent/card', { state: 'approved' })).status).toBe(200);
    for (const { port } of machines) {
      const url = await settled(
        () => pictureAt(port),
        (found) => found !== '',
      );
      expect(url).toBe(`${PUBLIC_URL}${path}`);
      expect(await onAllWorkers(() => servedAt(port, path), hash)).toEqual([hash]);
    }
  });

  test('is not deleted while the approved version names it, though the edited one does not', async () => {
    const plain = { ...campaign, creatives: [creativeOf({ id: 'card' })] };
    expect((await ada.replace(plain, '*')).status).toBe(200);
    expect((await ada.call('DELETE', `/api/images/${hash}`)).status).toBe(409);
    expect((await ada.review('tent/card', { state: 'approved' })).status).toBe(200);
    expect((await ada.call('DELETE', `/api/images/${hash}`)).status).toBe(204);
    expect(await servedAt(machines[0]?.port ?? 0, path)).toBe('404');
  });
});

test('a backup has the images, and a machine with it serves them', async () => {
  const first = await startExchange({ more: CONFIG });
  const { body } = await upload(first.adminUrl, TOKEN, JPEG);
  const copy = join(temporaryFolder(), 'copy');
  const env = { PARLEY_CONFIG: first.configFile };
  expect((await run(['backup', copy], { env }).exited).code).toBe(0);
  await stopExchange(first);
  const dataDir = join(temporaryFolder(), 'data');
  const other = { ...env, PARLEY_DATA_DIR: dataDir };
  expect((await run(['restore', copy], { env: other }).exited).code).toBe(0);
  const second = await startExchange({ dataDir, more: CONFIG });
  expect(await servedAt(second.port, body.url)).toBe(hashOf(JPEG));
});
