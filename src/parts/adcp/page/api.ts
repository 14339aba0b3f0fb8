import type { AnswerOf, OpOf } from '../../../lib/op.ts';
import type { ADCP_OPS } from '../operations.ts';

type AdcpAnswer<Name> = AnswerOf<OpOf<typeof ADCP_OPS, Name>>;

export type BuyerList = AdcpAnswer<'GET /api/buyers'>;
export type BuyerRow = BuyerList['rows'][number];
export type BuyerDocument = AdcpAnswer<'GET /api/buyers/{buyer}'>;
export type BuyersInfo = AdcpAnswer<'GET /api/buyers-info'>;
export type MadeToken = AdcpAnswer<'POST /api/buyers/{buyer}/tokens'>;
export type ProductList = AdcpAnswer<'GET /api/products'>;
export type ProductDocument = AdcpAnswer<'GET /api/products/{product}'>;
export type AccountList = AdcpAnswer<'GET /api/buyer-accounts'>;
export type AccountRow = AccountList['rows'][number];
export type BuyList = AdcpAnswer<'GET /api/buys'>;
