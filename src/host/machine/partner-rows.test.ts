import { afterAll, describe, expect, test } from 'bun:test';
import { cleanUp } from '../../../test/process.ts';
import { setupOf, stateOf } from '../../../test/shared-work.ts';
import { stored as storedAs } from '../../../test/stored.ts';
import type { StoredPartner } from '../../store/account-kinds.ts';

afterAll(cleanUp);

const URL_A = 'https://a.example/bid';

const named = (...names: readonly string[]) => ({
  partners: names.map((name) => ({ name, kind: 'openrtb' as const, url: URL_A })),
});

/** With the rows of partners, and what they are rows of. */
function newWork(...names: readonly string[]) {
  const { memory, partners } = stateOf(named(...names)).work;
  return { memory, partners };
}

const stored = (
  id: string,
  state: StoredPartner['state'] = 'active',
  url = URL_A,
): StoredPartner => {
  const definition: StoredPartner['definition'] = { name: id, kind: 'openrtb', url };
  return { ...storedAs(id, 'active', definition, null), state };
};

describe('the partners of a machine', () => {
  test('have rows behind those of the config, and keep them when they are removed', () => {
    const { partners, memory } = newWork('fixed');
    const lines = partners.linesOf([stored('a'), stored('b', 'paused'), stored('fixed', 'paused')]);
    expect(lines.map(({ name, row, state }) => [name, row, state])).toEqual([
      ['a', 1, 'active'],
      ['b', 2, 'paused'],
      ['fixed', 0, 'paused'],
    ]);
    // The config stands above the store.
    expect([...memory.pauses.slice(0, 3)]).toEqual([0, 0, 1]);
    expect(memory.metrics.partners.map(({ name }) => name)).toEqual(['fixed', 'a', 'b']);
    expect(partners.linesOf([stored('a', 'deleted')])[0]).toMatchObject({ row: 1 });
    expect(partners.linesOf([stored('c'), stored('a')]).map(({ row }) => row)).toEqual([3, 1]);
    const served = partners.served().map(({ entry, row, source }) => [entry.name, row, source]);
    expect(served).toEqual([
      ['fixed', 0, 'config'],
      ['a', 1, 'store'],
      ['b', 2, 'store'],
      ['c', 3, 'store'],
    ]);
  });

  test('that were removed are not served and are known, also where they never had a row', () => {
    const { partners } = newWork('fixed');
    partners.linesOf([stored('a')]);
    expect(
      partners.linesOf([stored('a', 'deleted'), stored('old', 'deleted')])[1],
    ).not.toHaveProperty('row');
    expect(partners.served().map(({ entry }) => entry.name)).toEqual(['fixed']);
    expect(partners.known().map(({ name }) => name)).toEqual(['fixed', 'a', 'old']);
  });

  test('have the same rows and pauses with another config', () => {
    const { partners, memory } = newWork('a', 'b');
    partners.linesOf([stored('c')]);
    partners.setPause('b', 'ann');
    const { config } = setupOf(named('c', 'b', 'a'));
    expect(partners.rowsOf(config)).toEqual([2, 1, 0]);
    expect([...memory.pauses.slice(0, 3)]).toEqual([0, 1, 0]);
  });
});
