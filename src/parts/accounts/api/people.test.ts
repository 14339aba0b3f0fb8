import { expect, test } from 'bun:test';
import { makeSecret } from '../../../store/account-secret.ts';
import { PUBLISHER_TABLE } from '../../../store/account-table.ts';
import { NO_ACCESS, type StoredPublisher } from '../../../store/stored-account.ts';
import { createPeople } from './people.ts';

function setup() {
  const { secret, kept } = makeSecret('person', 1, 'ann');
  const stored: StoredPublisher = {
    id: 'pub',
    state: 'active',
    definition: { id: 'pub' },
    access: { ...NO_ACCESS, people: [{ ...kept, name: 'Pat' }] },
    revision: 1,
    createdMs: 1,
    createdRevision: 1,
    changedMs: 1,
    changedBy: 'ann',
  };
  const publishers = new Map([[PUBLISHER_TABLE.keyOf(stored), stored]]);
  let revision = 1;
  const ofConfig = new Set<string>();
  const people = createPeople({
    isOfConfig: (id) => ofConfig.has(id),
    accounts: () => ({
      publishers,
      partners: new Map(),
      advertisers: new Map(),
      buyers: new Map(),
      products: new Map(),
    }),
    publisherRevision: () => revision,
  });
  const set = (next: Partial<StoredPublisher>, withRevision: number) => {
    publishers.set(PUBLISHER_TABLE.keyOf(stored), { ...stored, ...next });
    revision = withRevision;
  };
  return { people, secret, stored, set, ofConfig };
}

test('nobody of the store’s publisher is known while the config has one of the same id', () => {
  const { people, secret, stored, set, ofConfig } = setup();
  const pat = people.find(secret);
  if (pat === undefined) throw new Error('nobody');
  const { secret: invitation, kept } = makeSecret('invitation', 1, 'ann');
  const invitations = [{ ...kept, untilMs: 2 }];
  set({ access: { ...stored.access, invitations } }, 2);
  const known = () => [
    people.find(secret) !== undefined,
    people.isKnown(pat),
    people.invitedTo(invitation) !== undefined,
  ];
  expect(known()).toEqual([true, true, true]);
  ofConfig.add('pub');
  expect(known()).toEqual([false, false, false]);
  ofConfig.clear();
  expect(known()).toEqual([true, true, true]);
});
