import Type from 'typebox';
import { CampaignSchema, CreativeSchema } from '../../demand/campaigns/campaign-schema.ts';
import type { Host } from '../../host/host.ts';
import { op } from '../../host/op.ts';
import { pageOf, type RecordList, recordOps } from '../../host/record-ops.ts';
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
import { accountCounts } from '../buyers/buyer-accounts.ts';
import { campaignsOf } from './api/campaigns.ts';
import { approvalList, ROWS_MAX } from './approvals.ts';
import {
  allCampaigns,
  answerOf,
  CampaignAnswer,
  creativesOf,
  firstOf,
  moreOf,
  nextOf,
  ShownCampaign,
  storePartner,
  withCreative,
} from './campaign.ts';
import { CAMPAIGN_ROW_STATES, CAMPAIGN_SORTS, type CampaignList } from './page/api.ts';
import type { ApprovalList } from './page/approvals/api.ts';

const REVIEW_REASON_LENGTH_MAX = 500;

const TEXT = Type.Optional(Type.String());
const PAGE = Type.Optional(Type.Integer({ minimum: 1 }));

export type CreativeDocument = ReturnType<typeof creativesOf>[number];

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

type CreativeParts = Readonly<Record<'partner' | 'campaign' | 'creative', string>>;

const readOf = (host: Host, { partner, campaign }: CreativeParts) =>
  host.store.read(CAMPAIGN, campaignKey(partner, campaign));

const creativeIn = (stored: StoredCampaign | undefined, parts: CreativeParts) =>
  (stored && creativesOf(stored).find(({ creative }) => creative.id === parts.creative)) ??
  refuse.notFound(`there is no creative "${Object.values(parts).join('/')}"`);

/** Campaigns of files and of the store, their creatives, and the reviews of those. */
export const CAMPAIGN_OPS = [
  ...[READ, REPLACE, REMOVE, STATE, HISTORY],
  op('GET /api/campaigns', {
    role: 'read',
    summary: 'Campaigns of files and of the store, fifty a page',
    query: Type.Object({
      find: TEXT,
      state: Type.Optional(Type.Enum([...CAMPAIGN_ROW_STATES])),
      partner: TEXT,
      campaign: TEXT,
      sort: Type.Optional(Type.Enum([...CAMPAIGN_SORTS])),
      page: PAGE,
    }),
    answer: told<CampaignList>(),
    waitMsMax: 30_000,
    run: ({ host, query: { find = '', state, partner, campaign, sort = 'urgency', page = 1 } }) =>
      campaignsOf(host).list({ find, state, partner, campaign, sort, page }),
  }),
  op('POST /api/campaigns', {
    role: 'ads',
    summary: 'Creates a draft',
    query: Type.Object({ partner: TEXT }),
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
    query: Type.Object({
      rows: Type.Optional(Type.Integer({ minimum: 0, maximum: ROWS_MAX })),
      page: PAGE,
    }),
    answer: told<ApprovalList>(),
    async run({ host, query }) {
      const accounts = (await accountCounts(host))?.waiting ?? null;
      return { ...approvalList(allCampaigns(host), query), accounts };
    },
  }),
  op('GET /api/creatives', {
    role: 'read',
    summary: 'Creatives of the store, fifty a page',
    query: Type.Object({
      find: TEXT,
      state: Type.Optional(Type.Enum([...CREATIVE_STATES])),
      partner: TEXT,
      campaign: TEXT,
      page: PAGE,
    }),
    answer: told<RecordList<CreativeDocument>>(),
    run({ host, query: { find = '', state, partner, campaign, page } }) {
      const text = find.trim().toLowerCase();
      const found = allCampaigns(host)
        .filter((one) => one.source === 'store')
        .filter((one) => partner === undefined || partnerOf(one) === partner)
        .filter((one) => campaign === undefined || one.definition.id === campaign)
        .flatMap(creativesOf)
        .filter((one) => state === undefined || one.state === state)
        .filter(({ creative: { id, title } }) =>
          [id, title].some((name) => name.toLowerCase().includes(text)),
        );
      return pageOf(found, page);
    },
  }),
  op('GET /api/creatives/{partner}/{campaign}/{creative}', {
    role: 'read',
    summary: 'One creative, with the revision of its campaign as the ETag',
    answer: told<CreativeDocument>(),
    run: async ({ host, parts }) => creativeIn(await readOf(host, parts), parts),
  }),
  op('PUT /api/creatives/{partner}/{campaign}/{creative}', {
    role: 'ads',
    summary: 'Replaces one creative of a campaign',
    ifMatch: 'required',
    body: CreativeSchema,
    answer: told<CreativeDocument>(),
    async run({ host, parts, body, by }) {
      const made = await host.store.change(CAMPAIGN, campaignKey(parts.partner, parts.campaign), {
        action: 'change',
        by,
        next(before) {
          const definition = withCreative(before.definition, parts.creative, body);
          if (definition instanceof Refusal) return definition;
          return nextOf(storePartner(host, parts.partner), before, { definition });
        },
      });
      return made instanceof Refusal ? made : creativeIn(made, parts);
    },
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
