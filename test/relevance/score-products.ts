import { loadProducts } from '../../src/demand/catalog/products.ts';
import { startCatalog } from '../../src/demand/catalog/server.ts';
import { createTestPartner, inquire, solicit } from '../product-search.ts';
import type { Wish } from './labelled.ts';

type JudgedWish = Wish & { readonly shown: string | undefined; readonly isRight: boolean };

/** The product that is offered for each wish, by the sample catalogue and the judgement of how well its offers fit. */
export async function judgeProducts(wishes: readonly Wish[]): Promise<readonly JudgedWish[]> {
  const catalog = startCatalog({ host: '127.0.0.1', port: 0 });
  const titles = new Map(loadProducts().map(({ id, title }) => [id, title]));
  try {
    const partner = createTestPartner(catalog.url);
    return await Promise.all(
      wishes.map(async (wish) => {
        const reply = await inquire(partner, solicit(wish));
        const shown = reply.kind === 'bids' ? titles.get(reply.bids[0]?.crid ?? '') : undefined;
        const { right } = wish;
        const isRight = right === null ? shown === undefined : new RegExp(right).test(shown ?? '');
        return { ...wish, shown, isRight };
      }),
    );
  } finally {
    await catalog.stop();
  }
}

/** Of the wishes for something that the catalogue has, and of the others, how many are served rightly. */
export function scoreProducts(judged: readonly JudgedWish[]) {
  const sold = judged.filter(({ right }) => right !== null);
  const unsold = judged.filter(({ right }) => right === null);
  return {
    sold: sold.length,
    rightlySold: sold.filter(({ isRight }) => isRight).length,
    unsold: unsold.length,
    rightlyNone: unsold.filter(({ isRight }) => isRight).length,
  };
}
