/** A publisher of the config, as far as `/sellers.json` needs it. */
export type SellerPublisher = {
  readonly id: string;
  readonly seller?: {
    readonly name: string;
    readonly domain: string;
    readonly type: 'publisher' | 'intermediary' | 'both';
  };
};

/**
 * The document `/sellers.json` (IAB sellers.json 1.0). It lists the publishers that have agreed to it, which
 * the config says by `seller`. `seller_id` is the `sid` of the supply chains that partners get.
 */
export function sellersDocument(publishers: readonly SellerPublisher[]) {
  return {
    version: '1.0',
    sellers: publishers.flatMap(({ id, seller }) =>
      seller === undefined
        ? []
        : {
            seller_id: id,
            name: seller.name,
            domain: seller.domain,
            seller_type: seller.type.toUpperCase(),
          },
    ),
  };
}
