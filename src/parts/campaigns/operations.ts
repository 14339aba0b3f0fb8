import Type from 'typebox';
import { CampaignSchema, CreativeSchema } from '../../demand/campaigns/campaign-schema.ts';
import { CampaignFaults, checkCampaign } from '../../demand/campaigns/read-campaigns.ts';
import { op } from '../../host/op.ts';
import {
  HistoryQuestion,
  historyOf,
  pageOf,
  type RecordList,
  type ShownHistory,
} from '../../host/record-ops.ts';
import { type By, told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { onceFor } from '../../store/idempotency.ts';
import {
  CREATIVE_STATES,
  STORED_STATES,
  type StoredCampaign,
  storeKey,
} from '../../store/stored-campaign.ts';
import { accountCounts } from '../buyers/buyer-accounts.ts';
import { campaignsOf } from './api/campaigns.ts';
import { approvalList, ROWS_MAX } from './approvals.ts';
import {
  changeCampaign,
  fieldFaults,
  otherId,
  readCampaign,
  storedCampaigns,
  storePartners,
  validCampaign,
  withCreative,
} from './campaign-changes.ts';
import { CampaignAnswer, campaignDocument, creativeDocuments } from './campaign-document.ts';
import { CAMPAIGN_ROW_STATES, CAMPAIGN_SORTS, type CampaignList } from './page/api.ts';
import type { ApprovalList } from './page/approvals/api.ts';

const REVIEW_REASON_LENGTH_MAX = 500;

const TEXT = Type.Optional(Type.String());
const PAGE = Type.Optional(Type.Integer({ minimum: 1 }));

const SHOWN_STATES = STORED_STATES.filter((state) => state !== 'deleted');

type CreativeDocument = ReturnType<typeof creativeDocuments>[number];

const shown = (result: StoredCampaign | Refusal) =>
  result instanceof Refusal ? result : campaignDocument(result);

/** undefined: the campaign has no such creative. */
const creativeIn = (stored: StoredCampaign, id: string): CreativeDocument | undefined =>
  creativeDocuments(stored).find(({ creative }) => creative.id === id);

const noCampaign = ({
  partner,
  campaign,
}: {
  readonly partner: string;
  readonly campaign: string;
}) => refuse.notFound(`the store has no "${storeKey(partner, campaign)}"`);

const onceOf = ({ who, once }: By, nowMs: number) =>
  once && onceFor<StoredCampaign>({ ...once, who }, nowMs);

/** Campaigns of files and of the store, their creatives, and the reviews of those. */
export const CAMPAIGN_OPS = [
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
    location: ({ partner, campaign }) =>
      `/api/campaigns/${[partner, campaign.id].map(encodeURIComponent).join('/')}`,
    async run({ host, query, body, by }) {
      const [first] = storePartners(host);
      if (first === undefined) return refuse.notFound('the config has no partner with store: true');
      const campaign = validCampaign(body);
      if (campaign instanceof Refusal) return campaign;
      return shown(
        await changeCampaign(host, query.partner ?? first.name, (store) =>
          store.create(campaign, by, onceOf(by, host.nowMs())),
        ),
      );
    },
  }),
  op('POST /api/campaigns/check', {
    role: 'read',
    summary: 'The faults of a campaign, without a change',
    // Whatever it is: its faults are the answer.
    body: Type.Unsafe<unknown>({}),
    answer: told<{ readonly faults: ReturnType<typeof fieldFaults> }>(),
    run({ body }) {
      const checked = checkCampaign(body);
      return { faults: checked instanceof CampaignFaults ? fieldFaults(checked) : [] };
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
      return { ...approvalList(storedCampaigns(host), query), accounts };
    },
  }),
  op('GET /api/campaigns/{partner}/{campaign}', {
    role: 'read',
    summary: 'One campaign of the store',
    answer: CampaignAnswer,
    async run({ host, parts }) {
      const stored = await readCampaign(host, parts);
      if (stored === undefined) return noCampaign(parts);
      const partner = storePartners(host).find(({ name }) => name === stored.partner);
      return { ...campaignDocument(stored), needsApproval: partner?.needsApproval ?? false };
    },
  }),
  op('PUT /api/campaigns/{partner}/{campaign}', {
    role: 'ads',
    summary: 'Replaces it',
    ifMatch: 'required',
    body: CampaignSchema,
    answer: CampaignAnswer,
    async run({ host, parts: { partner, campaign: id }, body, by }) {
      const campaign = validCampaign(body);
      if (campaign instanceof Refusal) return campaign;
      if (campaign.id !== id) return otherId(id, campaign.id);
      const target = { campaign: id, revision: by.revision };
      return shown(
        await changeCampaign(host, partner, (store) => store.replace(target, campaign, by)),
      );
    },
  }),
  op('DELETE /api/campaigns/{partner}/{campaign}', {
    role: 'ads',
    summary: 'Deletes a draft',
    ifMatch: 'optional',
    async run({ host, parts: { partner, campaign }, by }) {
      const target = { campaign, revision: by.revision };
      const result = await changeCampaign(host, partner, (store) =>
        store.setState(target, 'deleted', by),
      );
      return result instanceof Refusal ? result : undefined;
    },
  }),
  op('POST /api/campaigns/{partner}/{campaign}/state', {
    role: 'ads',
    summary: 'Starts, pauses or archives it',
    ifMatch: 'optional',
    body: Type.Object({ state: Type.Enum(SHOWN_STATES) }),
    answer: CampaignAnswer,
    async run({ host, parts: { partner, campaign }, body: { state }, by }) {
      const target = { campaign, revision: by.revision };
      return shown(
        await changeCampaign(host, partner, (store) => store.setState(target, state, by)),
      );
    },
  }),
  op('GET /api/campaigns/{partner}/{campaign}/history', {
    role: 'ads',
    summary: 'Who changed what and when, the latest first',
    query: HistoryQuestion,
    answer: told<ShownHistory>(),
    run: ({ host, parts: { partner, campaign }, query }) =>
      historyOf(host, 'campaign', storeKey(partner, campaign), query.before),
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
      const found = storedCampaigns(host)
        .filter((one) => partner === undefined || one.partner === partner)
        .filter((one) => campaign === undefined || one.campaign.id === campaign)
        .flatMap(creativeDocuments)
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
    async run({ host, parts }) {
      const stored = await readCampaign(host, parts);
      return (stored && creativeIn(stored, parts.creative)) ?? noCampaign(parts);
    },
  }),
  op('PUT /api/creatives/{partner}/{campaign}/{creative}', {
    role: 'ads',
    summary: 'Replaces one creative of a campaign',
    ifMatch: 'required',
    body: CreativeSchema,
    answer: told<CreativeDocument>(),
    async run({ host, parts, body, by }) {
      const stored = await readCampaign(host, parts);
      if (stored === undefined) return noCampaign(parts);
      const campaign = withCreative(stored.campaign, parts.creative, body);
      if (campaign instanceof Refusal) return campaign;
      const target = { campaign: parts.campaign, revision: by.revision ?? stored.revision };
      const made = await changeCampaign(host, parts.partner, (store) =>
        store.replace(target, campaign, by),
      );
      if (made instanceof Refusal) return made;
      return creativeIn(made, parts.creative) ?? noCampaign(parts);
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
      const { revision } = by;
      // A star would approve what came after the look.
      if (revision === undefined) return NO_TAG_OF_REVIEW;
      const review = { creative, state, reason };
      return shown(
        await changeCampaign(host, partner, (store) =>
          store.review({ campaign, revision }, review, by),
        ),
      );
    },
  }),
] as const;

const NO_TAG_OF_REVIEW = refuse.ifMatchRequired(
  'expected the header If-Match with the ETag of the version that was looked at, and not *',
);
