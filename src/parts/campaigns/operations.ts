import Type from 'typebox';
import { CampaignSchema } from '../../demand/campaigns/campaign-schema.ts';
import { op } from '../../host/op.ts';
import { recordOps } from '../../host/record-ops.ts';
import { type AnswerOf, type OpOf, told } from '../../lib/op.ts';
import { type FieldFault, Refusal, refuse } from '../../lib/refusal.ts';
import {
  CAMPAIGN,
  CREATIVE_STATES,
  campaignKey,
  partnerOf,
  type StoredCampaign,
  validCampaign,
  withReview,
} from '../../store/campaign-kind.ts';
import { type ApprovalList, approvalList } from './approvals.ts';
import {
  allCampaigns,
  answerOf,
  CampaignAnswer,
  firstOf,
  moreOf,
  nextOf,
  ShownCampaign,
  storePartner,
} from './campaign.ts';
import { type CampaignList, CampaignQuestion, campaignsOf } from './list.ts';

const REVIEW_REASON_LENGTH_MAX = 500;

const [, , READ, REPLACE, REMOVE, STATE, HISTORY] = recordOps(
  '/api/campaigns',
  '{partner}/{campaign}',
  CAMPAIGN,
  {
    write: 'ads',
    shown: ShownCampaign,
    more: moreOf,
    next: (host, before, asked) => nextOf(storePartner(host, partnerOf(before)), before, asked),
  },
);

/** Campaigns of files and of the store, and the reviews of their creatives. */
export const CAMPAIGN_OPS = [
  ...[READ, REPLACE, REMOVE, STATE, HISTORY],
  op('GET /api/campaigns', {
    role: 'read',
    summary: 'Campaigns of files and of the store, fifty a page',
    query: CampaignQuestion,
    answer: told<CampaignList>(),
    waitMsMax: 30_000,
    run: ({ host, query }) => campaignsOf(host).list(query),
  }),
  op('POST /api/campaigns', {
    role: 'ads',
    summary: 'Creates a draft',
    query: Type.Object({ partner: Type.Optional(Type.String()) }),
    hasKey: true,
    body: CampaignSchema,
    answer: CampaignAnswer,
    location: ({ id }) => `/api/campaigns/${id.split('/').map(encodeURIComponent).join('/')}`,
    async run({ host, query, body, by }) {
      const partner = storePartner(host, query.partner);
      if (partner instanceof Refusal) return partner;
      return answerOf(host, await host.store.create(CAMPAIGN, body, by, firstOf(partner, body)));
    },
  }),
  op('POST /api/campaigns/check', {
    role: 'read',
    summary: 'The faults of a campaign, without a change',
    // Whatever it is: its faults are the answer.
    body: Type.Unsafe<unknown>({}),
    answer: told<{ readonly faults: readonly FieldFault[] }>(),
    run({ body }) {
      const checked = validCampaign(body);
      return { faults: (checked instanceof Refusal && checked.details.faults) || [] };
    },
  }),
  op('GET /api/approvals', {
    role: 'read',
    summary: 'The creatives that wait for approval, those that wait longest first, fifty a page',
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })) }),
    answer: told<ApprovalList>(),
    run: ({ host, query }) => ({
      ...approvalList(allCampaigns(host), query.page),
      accounts: host.offers.waitingAccounts?.().count ?? 0,
    }),
  }),
  op('POST /api/creatives/{partner}/{campaign}/{creative}/review', {
    role: 'admin',
    summary: 'Approves or rejects a creative, together with its advertiser, domain and categories',
    ifMatch: 'required',
    body: Type.Object({
      state: Type.Enum([...CREATIVE_STATES]),
      reason: Type.Optional(Type.String({ maxLength: REVIEW_REASON_LENGTH_MAX })),
    }),
    answer: CampaignAnswer,
    async run({ host, parts: { partner, campaign, creative }, body, by }) {
      const { state } = body;
      const reason = state === 'rejected' ? (body.reason ?? '').trim() : '';
      if (state === 'rejected' && reason === '') {
        return refuse.missing('reason', 'expected the reason of the rejection, but there is none');
      }
      // A star would approve what came after the look.
      if (by.revision === undefined) return NO_TAG_OF_REVIEW;
      const next = (before: StoredCampaign) => withReview(before, creative, { state, reason });
      const change = { action: 'review', by, next };
      return answerOf(
        host,
        await host.store.change(CAMPAIGN, campaignKey(partner, campaign), change),
      );
    },
  }),
] as const;

const NO_TAG_OF_REVIEW = refuse.ifMatchRequired(
  'expected the header If-Match with the ETag of the version that was looked at, and not *',
);

export type CampaignDocument = AnswerOf<
  OpOf<typeof CAMPAIGN_OPS, 'GET /api/campaigns/{partner}/{campaign}'>
>;
