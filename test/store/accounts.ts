import { hashSecret } from '../../src/lib/same-secret.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { createAccountStore } from '../../src/store/account-store.ts';
import { PARTNER_TABLE, PUBLISHER_TABLE } from '../../src/store/account-table.ts';
import type {
  AccountState,
  PartnerDefinition,
  PublisherDefinition,
} from '../../src/store/stored-account.ts';

const AUTHOR = { who: 'ann', role: 'admin' };

/** Changes accounts as the admin port of any machine would, in the database alone. */
export function accountsIn(database: Database) {
  const publishers = createAccountStore({
    database,
    kind: 'publisher',
    table: PUBLISHER_TABLE,
    nowMs: Date.now,
  });
  const partners = createAccountStore({
    database,
    kind: 'partner',
    table: PARTNER_TABLE,
    nowMs: Date.now,
  });
  const at = (id: string) => ({ id, revision: undefined });
  return {
    addPublisher: (definition: PublisherDefinition, state: AccountState = 'active') =>
      made(publishers.create({ id: definition.id, state, definition }, AUTHOR)),
    changePublisher: (definition: PublisherDefinition) =>
      made(publishers.replace(at(definition.id), () => ({ definition }), AUTHOR)),
    setPublisher: (id: string, state: AccountState) =>
      made(publishers.setState(at(id), state, AUTHOR)),
    giveKeys: (id: string, keys: readonly string[]) =>
      made(
        publishers.setAccess(at(id), 'keys', AUTHOR, ({ access }) => ({
          access: {
            ...access,
            keys: keys.map((key, index) => ({
              id: `key-${index}`,
              hash: Buffer.from(hashSecret(key)).toString('base64url'),
              madeMs: 1,
              madeBy: 'ann',
            })),
          },
        })),
      ),
    addPartner: (definition: PartnerDefinition, state: AccountState = 'active') =>
      made(partners.create({ id: definition.name, state, definition }, AUTHOR)),
    changePartner: (definition: PartnerDefinition) =>
      made(partners.replace(at(definition.name), () => ({ definition }), AUTHOR)),
    setPartner: (name: string, state: AccountState) =>
      made(partners.setState(at(name), state, AUTHOR)),
    stateOfPartner: async (name: string) => (await partners.read(name))?.state,
  };
}

/** A change that has to be made. */
async function made<T extends object>(change: Promise<T>): Promise<T> {
  const result = await change;
  if ('kind' in result) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}
