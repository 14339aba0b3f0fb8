import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { hashOf } from '../../src/parts/images/read-image.ts';
import { creativeOf } from '../campaigns/test-support.ts';
import { PNG } from '../images/fixtures.ts';
import { upload } from '../images/upload.ts';
import { bid, SHARED_KEY, saleRequest, settled } from '../notices/exchange.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { cleanUp } from '../process.ts';
import { type Started, startFrom } from '../start-from.ts';
import { apiOf } from '../store/api.ts';
import { anyCampaign } from '../store/campaigns.ts';

const TOKEN = 'ada-has-this-token';
const PUBLIC_URL = 'https://ads.example.com';

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

/** The hash of what a machine serves at a path. */
async function servedAt(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return response.ok ? hashOf(await response.bytes()) : String(response.status);
}

describe('an image that was uploaded at one of two machines', () => {
  let machines: readonly Started[];
  let ada: ReturnType<typeof apiOf>;
  const [path, hash] = [`/images/${hashOf(PNG)}.png`, hashOf(PNG)];
  const images = [{ url: path, w: 40, h: 30 }];
  const campaign = anyCampaign({ id: 'tent', creatives: [creativeOf({ id: 'card', images })] });

  beforeAll(async () => {
    const config = `databaseUrl: ${await newPostgresDatabase()}
notices: { keys: [${SHARED_KEY}] }
listen: { publicUrl: "${PUBLIC_URL}" }
admin: { port: 0, tokens: [{ name: ada, token: ${TOKEN}, role: admin }] }
partners: [{ name: own, kind: campaigns, store: true, approval: true }]
`;
    machines = [await startFrom(config), await startFrom(config)];
    ada = apiOf(machines[0]?.adminUrl ?? '', TOKEN);
  });

  test('is in the ads of both, under their public address, and both serve it', async () => {
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
      expect(await servedAt(port, path)).toBe(hash);
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
