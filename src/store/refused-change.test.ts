import { expect, test } from 'bun:test';
import { refusedState } from './refused-change.ts';
import { STORED_STATES, type StoredState } from './stored-campaign.ts';

/** What may follow a state, beside itself. */
const ALLOWED: Readonly<Record<StoredState, readonly StoredState[]>> = {
  draft: ['active', 'archived', 'deleted'],
  active: ['paused', 'archived'],
  paused: ['active', 'archived'],
  archived: ['paused'],
  deleted: [],
};

for (const from of STORED_STATES) {
  test(`a campaign that is ${from} becomes nothing but ${ALLOWED[from].join(', ') || 'that'}`, () => {
    const possible = STORED_STATES.filter((to) => refusedState({ state: from }, to) === undefined);
    expect(possible.toSorted()).toEqual([from, ...ALLOWED[from]].toSorted());
  });
}

test('what was archived as a draft becomes nothing but a draft', () => {
  const archived = { state: 'archived', archivedFrom: 'draft' } as const;
  const possible = STORED_STATES.filter((to) => refusedState(archived, to) === undefined);
  expect(possible).toEqual(['draft', 'archived']);
});
