import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { hashSecret } from '../../src/lib/hmac.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import {
  type AccountState,
  PARTNER,
  type PartnerDefinition,
  PUBLISHER,
  type PublisherDefinition,
  type StoredPartner,
} from '../../src/store/account-kinds.ts';
import {
  CAMPAIGN,
  campaignKey,
  type StoredCampaign,
  withContent,
} from '../../src/store/campaign-kind.ts';
import { createStore } from '../../src/store/store.ts';

const BY = { who: 'ann', role: 'admin' };

/** Changes accounts as the admin port of any machine would, in the database alone. */
export function accountsIn(database: Database) {
  const store = createStore({
    database: () => database,
    nowMs: Date.now,
    newId: () => crypto.randomUUID(),
    ofConfig: () => undefined,
    countOfConfig: () => 0,
    refresh: async () => {},
  });
  const change = { action: 'change', by: BY };
  return {
    addPublisher: (definition: PublisherDefinition, state: AccountState = 'active') =>
      made(store.create(PUBLISHER, definition, BY, { state })),
    changePublisher: (definition: PublisherDefinition) =>
      made(store.change(PUBLISHER, definition.id, { ...change, next: () => ({ definition }) })),
    setPublisher: (id: string, state: AccountState) =>
      made(store.change(PUBLISHER, id, { ...change, next: () => ({ state }) })),
    giveKeys: (id: string, keys: readonly string[]) =>
      made(
        store.change(PUBLISHER, id, {
          ...change,
          next: ({ kept }) => ({
            kept: {
              ...kept,
              keys: keys.map((key, index) => ({
                id: `key-${index}`,
                hash: Buffer.from(hashSecret(key)).toString('base64url'),
                madeMs: 1,
                madeBy: 'ann',
              })),
            },
          }),
        }),
      ),
    addPartner: (definition: PartnerDefinition, state: StoredPartner['state'] = 'active') =>
      made(store.create(PARTNER, definition, BY, { state })),
    changePartner: (definition: PartnerDefinition) =>
      made(store.change(PARTNER, definition.name, { ...change, next: () => ({ definition }) })),
    setPartner: (name: string, state: StoredPartner['state']) =>
      made(store.change(PARTNER, name, { ...change, next: () => ({ state }) })),
    /** A draft, which nobody has to approve. */
    addCampaign: (partner: string, definition: Campaign) =>
      made(
        store.create(CAMPAIGN, definition, BY, {
          id: campaignKey(partner, definition.id),
          kept: withContent(definition, undefined, 'approved').kept,
        }),
      ),
    setCampaign: (id: string, state: StoredCampaign['state']) =>
      store.change(CAMPAIGN, id, { ...change, next: () => ({ state }) }),
    stateOfPartner: async (name: string) => (await store.read(PARTNER, name))?.state,
  };
}

/** A change that has to be made. */
async function made<T extends object>(change: Promise<T | Refusal>): Promise<T> {
  const result = await change;
  if (result instanceof Refusal) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}
