import type { AnswerOf, OpOf } from '../../../lib/op.ts';
import type { BUYER_OPS } from '../operations.ts';

type BuyerAnswer<Name> = AnswerOf<OpOf<typeof BUYER_OPS, Name>>;

export type BuyerList = BuyerAnswer<'GET /api/buyers'>;
export type BuyerRow = BuyerList['rows'][number];
export type BuyerDocument = BuyerAnswer<'GET /api/buyers/{buyer}'>;
export type MadeToken = BuyerAnswer<'POST /api/buyers/{buyer}/tokens'>;
export type ProductList = BuyerAnswer<'GET /api/products'>;
export type ProductDocument = BuyerAnswer<'GET /api/products/{product}'>;
