import { afterAll, describe, expect, test } from 'bun:test';
import { cleanUp } from '../../../test/process.ts';
import { sharedWorkOf } from '../../../test/shared-work.ts';
import { stored as storedAs } from '../../../test/stored.ts';
import type { StoredPartner } from '../../store/account-kinds.ts';

afterAll(cleanUp);

const URL_A = 'https://a.example/bid';

const newWork = (...names: readonly string[]) =>
  sharedWorkOf(names.map((name) => ({ name, kind: 'openrtb', url: URL_A })));

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
    const { partners, plan } = newWork('fixed');
    const lines = partners.linesOf([stored('a'), stored('b', 'paused'), stored('fixed')]);
    expect(lines.map(({ name, row, state }) => [name, row, state])).toEqual([
      ['a', 1, 'active'],
      ['b', 2, 'paused'],
    ]);
    expect(plan.layout.partners.map(({ name }) => name)).toEqual(['fixed', 'a', 'b']);
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

  test('keep their breaker where they change, and begin with a closed one at another url', () => {
    const { partners, memory } = newWork();
    partners.linesOf([stored('a'), stored('b')]);
    memory.gate(0).fill(7n);
    memory.gate(1).fill(7n);
    partners.linesOf([stored('a', 'paused'), stored('b', 'active', 'https://b.example/bid')]);
    expect([...memory.gate(0)]).toEqual(Array(4).fill(7n));
    expect([...memory.gate(1)]).toEqual(Array(4).fill(0n));
  });
});
