import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openLedger } from '../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { anyCampaign } from '../../test/store/campaigns.ts';
import type { Query } from '../ledger/database.ts';
import { createAccountStore } from '../store/account-store.ts';
import { PARTNER_TABLE, PUBLISHER_TABLE } from '../store/account-table.ts';
import { createCampaignStore } from '../store/campaign-store.ts';
import { followWholeStore } from './followed-store.ts';

afterAll(cleanUp);

const AUTHOR = { who: 'ann', role: 'admin' };

test('while nothing changes, one statement follows campaigns, publishers and partners', async () => {
  const database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'p.db') });
  const nowMs = () => 1000;
  const publishers = createAccountStore({
    database,
    kind: 'publisher',
    table: PUBLISHER_TABLE,
    nowMs,
  });
  const partners = createAccountStore({ database, kind: 'partner', table: PARTNER_TABLE, nowMs });
  const campaigns = createCampaignStore({ database, partner: 'own', needsApproval: false, nowMs });
  const acme = { name: 'acme', kind: 'openrtb', url: 'https://dsp.example/bid' } as const;
  let statements = 0;
  const counted: Query = (sql, values) => {
    statements++;
    return database.query(sql, values);
  };
  const wentBack: string[] = [];
  const store = followWholeStore((words) => void wentBack.push(words));
  const look = async () => {
    statements = 0;
    const { changed, takeIn } = await store.read(counted, true);
    takeIn();
    return [changed.campaigns.length, changed.publishers.length, changed.partners.length];
  };
  await campaigns.create(anyCampaign({ id: 'a' }), AUTHOR);
  await publishers.create({ id: 'pub-1', state: 'active', definition: { id: 'pub-1' } }, AUTHOR);
  expect(await look()).toEqual([1, 1, 0]);
  expect(await look()).toEqual([0, 0, 0]);
  expect(statements).toBe(1);
  await partners.create({ id: 'acme', state: 'active', definition: acme }, AUTHOR);
  expect(await look()).toEqual([0, 0, 1]);
  expect(await look()).toEqual([0, 0, 0]);
  expect(statements).toBe(1);
  expect(store.revision()).toBe(3);
  expect(wentBack).toEqual([]);
  await database.close();
});
