/** The lists of campaigns and advertisers, as the admin port answers them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Machine } from '../../src/host/machine/machine.ts';
import type { CampaignList } from '../../src/parts/campaigns/list.ts';
import {
  type Caller,
  callerOf,
  type ShownError,
  startWithRoles,
  TOKENS,
} from '../accounts/machine.ts';
import { cleanUp } from '../process.ts';
import { anyCampaign, fileWith } from '../store/campaigns.ts';

let machine: Machine;
let admin: Caller;
const IN_FILE = Array.from({ length: 51 }, (_, n) => `c${String(n).padStart(2, '0')}`);

beforeAll(async () => {
  const path = fileWith(['Alpha', ...IN_FILE].map((id) => anyCampaign({ id })));
  machine = await startWithRoles({
    partners: [
      { name: 'file', kind: 'campaigns', path },
      { name: 'own', kind: 'campaigns', store: true },
    ],
  });
  admin = callerOf(machine.adminUrl, TOKENS.admin);
  for (const id of ['new', 'held', 'sells']) {
    const { status } = await admin('POST', '/api/campaigns?partner=own', anyCampaign({ id }));
    expect(status).toBe(201);
  }
  for (const [id, state] of [
    ['held', 'active'],
    ['held', 'paused'],
    ['sells', 'active'],
  ]) {
    expect((await admin('POST', `/api/campaigns/own/${id}/state`, { state })).status).toBe(200);
  }
});
afterAll(async () => {
  await machine.stop(0);
  await cleanUp();
});

const listOf = async (query: string) =>
  (await admin<CampaignList>('GET', `/api/campaigns?${query}`)).body;
const found = async (query: string) => (await listOf(query)).rows.map(({ campaign }) => campaign);

describe('the list of campaigns', () => {
  test('has fifty rows a page, and a page behind the last is the last', async () => {
    const first = await listOf('sort=name');
    expect(first).toMatchObject({ total: 55, page: 1, pages: 2, storePartners: ['own'] });
    expect(first.rows.map(({ campaign }) => campaign)).toEqual(['Alpha', ...IN_FILE.slice(0, 49)]);
    for (const page of [2, 3]) {
      const last = await listOf(`sort=name&page=${page}`);
      expect(last).toMatchObject({ page: 2, pages: 2 });
      const names = last.rows.map(({ campaign }) => campaign);
      expect(names).toEqual(['c49', 'c50', 'held', 'new', 'sells']);
    }
  });

  test('is asked by a part of a name in any case, a state, a partner and an exact id', async () => {
    expect(await found('find=ALPHA')).toEqual(['Alpha']);
    expect(await found('state=paused')).toEqual(['held']);
    expect(await found('partner=own&sort=name')).toEqual(['held', 'new', 'sells']);
    expect(await found('partner=own&sort=changed')).toEqual(['sells', 'held', 'new']);
    expect(await found('partner=file&campaign=c1')).toEqual([]);
    expect(await found('partner=file&campaign=c10')).toEqual(['c10']);
  });

  test('says how many are in which state, and refuses words that it does not know', async () => {
    const { total, counts } = await listOf('');
    expect(total).toBe(55);
    for (const query of ['state=lost', 'sort=luck', 'page=-1']) {
      const refused = (await listOf(query)) as unknown as { readonly error: ShownError };
      expect(refused.error.details.field).toBe(query.split('=')[0] ?? '');
    }
    expect(counts).toMatchObject({ draft: 1, paused: 1, active: total - 2 });
  });

  test('says of each in a sentence how it fares', async () => {
    const [draft] = (await listOf('campaign=new')).rows;
    expect(draft).toMatchObject({ state: 'draft', kind: 'quiet', money: null });
    const [paused] = (await listOf('campaign=held')).rows;
    expect(paused).toMatchObject({ state: 'paused', changed: { by: 'ann' } });
    expect(paused?.sentence).toStartWith('paused; last changed by ann at ');
  });

  test('has one of an advertiser that is blocked, in a file too, as stopped', async () => {
    for (const id of ['sells', 'c10']) {
      const path = `/api/advertisers/${id}.example/state`;
      expect((await admin('POST', path, { state: 'blocked', name: id })).status).toBe(200);
      const [row] = (await listOf(`campaign=${id}`)).rows;
      expect(row).toMatchObject({ state: 'stopped', kind: 'bad' });
      expect(row?.sentence).toContain(`its advertiser ${id}.example is blocked`);
    }
  });
});

type Advertisers = { readonly rows: readonly { readonly domain: string }[] };

test('the list of advertisers has those that are described and those that campaigns name', async () => {
  const described = { domain: 'shoes.example', name: 'The Shoes' };
  expect((await admin('POST', '/api/advertisers', described)).status).toBe(201);
  const domains = async (query: string) =>
    (await admin<Advertisers>('GET', `/api/advertisers?${query}`)).body.rows.map(
      (row) => row.domain,
    );
  expect(await domains('find=SHOES')).toEqual(['shoes.example']);
  expect(await domains('find=alpha')).toEqual(['alpha.example']);
  expect((await domains('state=blocked')).toSorted()).toEqual(['c10.example', 'sells.example']);
});
