import { expect, test } from 'bun:test';
import type { ProductDefinition } from '../../config/adcp-schema.ts';
import type { Config } from '../../config/config.ts';
import type { StoredProduct } from '../../store/stored-account.ts';
import type { AdProduct } from './product.ts';
import { createProducts } from './products.ts';

const definition = (id: string, name: string): ProductDefinition => ({
  id,
  name,
  description: 'Conversations',
  publishers: ['a'],
  floors: { cpm: 2, cpc: 0.5 },
});

const stored = (id: string, state: StoredProduct['state']) =>
  ({ id, state, definition: definition(id, 'of the store') }) as StoredProduct;

const catalogue = (seededProducts: () => readonly AdProduct[] = () => []) =>
  createProducts({
    config: () =>
      ({ adcp: { products: [definition('one', 'of the config')] } }) as unknown as Config,
    storedProducts: () =>
      new Map(
        [stored('one', 'active'), stored('two', 'active'), stored('three', 'paused')].map(
          (product) => [product.id, product],
        ),
      ),
    seededProducts,
  });

test('the product of the config counts where the store has one of the same id, and paused ones are not sold', () => {
  expect(
    catalogue()
      .all()
      .map(({ id, name }) => [id, name]),
  ).toEqual([
    ['one', 'of the config'],
    ['two', 'of the store'],
  ]);
  expect(catalogue().find('three')).toBeUndefined();
});

test('each lowest price is an option, of an auction', () => {
  expect(catalogue().find('one')?.options).toEqual([
    { id: 'cpm_auction', model: 'cpm', floorUsd: 2 },
    { id: 'cpc_auction', model: 'cpc', floorUsd: 0.5 },
  ]);
});

test('what a test controller made never replaces a product of the exchange', () => {
  const [first] = catalogue().all();
  const seeds = ['one', 'seeded'].flatMap((id) =>
    first ? [{ ...first, id, name: 'seeded' }] : [],
  );
  const all = catalogue(() => seeds).all();
  expect(all.map(({ id, name }) => [id, name])).toEqual([
    ['one', 'of the config'],
    ['two', 'of the store'],
    ['seeded', 'seeded'],
  ]);
});
