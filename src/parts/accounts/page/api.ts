import type { AnswerOf, OpOf } from '../../../lib/op.ts';
import type { StoredAdvertiser } from '../../../store/account-kinds.ts';
import type { ADVERTISER_OPS } from '../advertisers.ts';
import type { PARTNER_OPS } from '../partners.ts';
import type { PUBLISHER_OPS } from '../publishers.ts';

type PublisherAnswer<Name> = AnswerOf<OpOf<typeof PUBLISHER_OPS, Name>>;
type PartnerAnswer<Name> = AnswerOf<OpOf<typeof PARTNER_OPS, Name>>;
type AdvertiserAnswer<Name> = AnswerOf<OpOf<typeof ADVERTISER_OPS, Name>>;

export type PublisherDocument = PublisherAnswer<'GET /api/publishers/{publisher}'>;
export type PublisherList = PublisherAnswer<'GET /api/publishers'>;
export type PublisherRow = PublisherList['rows'][number];
export type MadeKey = PublisherAnswer<'POST /api/publishers/{publisher}/keys'>;
export type MadeInvitation = PublisherAnswer<'POST /api/publishers/{publisher}/invitations'>;

export type PartnerDocument = PartnerAnswer<'GET /api/partners/{partner}'>;
export type PartnerList = PartnerAnswer<'GET /api/partners'>;
export type PartnerRow = PartnerList['rows'][number];
export type PartnerTest = PartnerAnswer<'POST /api/partners/test'>;

export type ShownAdvertiserState = Exclude<StoredAdvertiser['state'], 'deleted'>;
export type AdvertiserDocument = AdvertiserAnswer<'GET /api/advertisers/{domain}'>;
export type AdvertiserList = AdvertiserAnswer<'GET /api/advertisers'>;
export type AdvertiserRow = AdvertiserList['rows'][number];
export type AdvertiserFigures = AdvertiserAnswer<'GET /api/advertisers/{domain}/figures'>;
export type AdvertiserSpend = NonNullable<AdvertiserFigures['spend']>;
export type AdvertiserCampaign = AdvertiserFigures['campaigns'][number];
