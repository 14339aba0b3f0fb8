import { cents, count, usd } from '../../../ui/format.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { Named } from '../../../ui/record-list.tsx';
import type { RecordPage, RecordProps, RecordState } from '../../../ui/record-page.ts';
import { recordPages } from '../../../ui/record-pages.tsx';
import { auctionsHref, recordHref, slashed } from '../../../ui/record-paths.ts';
import type { PageProps } from '../../../ui/shell/router.ts';
import { Standing } from '../../../ui/standing.tsx';
import { number } from '../../../ui/table.tsx';
import type { CampaignRow } from '../list.ts';
import type { CampaignDocument } from '../operations.ts';
import { ApprovalsPage } from './approvals/page.tsx';
import { ImageBase } from './creative-ad.ts';
import { Sections, useRow } from './detail.tsx';
import { CampaignForm } from './form.tsx';
import { SETTINGS } from './form-fields.ts';
import { CAMPAIGN_SORTS, ROW_STATES } from './row-states.ts';

type Of = Pick<RecordProps<CampaignDocument>, 'one'>;
type State = RecordState<CampaignDocument>;

const stopping = (after: string) => (props: Of) => <Stopping {...props} after={after} />;

const ARCHIVE = {
  to: 'archived',
  label: 'Archive',
  Consequence: stopping(
    'It leaves the list of those that run and cannot be edited until it is brought back.',
  ),
};

const BEHIND: Readonly<Record<CampaignDocument['state'], State>> = {
  draft: {
    name: ROW_STATES.draft,
    dot: 'quiet',
    meaning: 'Nothing of it serves before somebody starts it.',
    ways: [
      { to: 'active', label: 'Start' },
      ARCHIVE,
      {
        to: 'deleted',
        label: 'Delete',
        Consequence: () => <>This cannot be undone: it was never started.</>,
      },
    ],
  },
  active: {
    name: 'Active',
    dot: 'good',
    meaning: 'It serves as far as it is approved, within its budget and its dates.',
    ways: [
      {
        to: 'paused',
        label: 'Pause',
        Consequence: stopping('It can be resumed at any time.'),
      },
      ARCHIVE,
    ],
  },
  paused: {
    name: ROW_STATES.paused,
    dot: 'quiet',
    meaning: 'Nothing of it serves until somebody resumes it.',
    ways: [{ to: 'active', label: 'Resume' }, ARCHIVE],
  },
  archived: {
    name: ROW_STATES.archived,
    dot: 'quiet',
    meaning: 'Nothing of it serves, and nobody edits it before it is brought back.',
    isFixed: true,
    ways: [
      { to: 'paused', label: 'Bring back' },
      { to: 'active', label: 'Start' },
    ],
  },
};

/** What the list is filtered by beside the states of the record. */
const FOUND_BY = Object.fromEntries(
  Object.entries(ROW_STATES).map(([state, name]) => [
    state,
    { name, dot: 'quiet' as const, meaning: '', ways: [] },
  ]),
) as Readonly<Record<string, State>>;

const PAGE: RecordPage<CampaignDocument, CampaignRow> = {
  page: 'campaigns',
  api: '/api/campaigns',
  title: 'Campaigns',
  nouns: ['campaign', 'campaigns'],
  write: 'ads',
  states: { ...FOUND_BY, ...BEHIND },

  find: 'campaign, advertiser or partner',
  sorts: Object.entries(CAMPAIGN_SORTS),
  idOf: ({ id }) => id,
  pathOf: (id) => `/api/campaigns/${slashed(id)}`,
  columns: {
    Campaign: ({ id, campaign, advertiser }) => (
      <Named href={recordHref('campaigns', id)} name={campaign}>
        <bdi>{advertiser}</bdi>
      </Named>
    ),
    State: { kind: 'sentence-column', cell: (row) => <Standing of={row} /> },
    'Spent today': number(({ money }) => spent(money?.spentToday, money?.daily)),
    'Spent in all': number(({ money }) => spent(money?.spentTotal, money?.total)),
    Partner: ({ partner }) => partner,
  },
  Above: () => (
    <p>
      <a href="#/approvals">What waits for approval</a>
    </p>
  ),
  note: 'Money is in USD, days are those of each campaign.',
  many: {
    isFor: ({ source }) => source === 'store',
    to: [
      ['paused', 'Pause', 'They stop at once, on all machines, and can be started again.'],
      ['active', 'Start', 'They sell as soon as they match, within budget and dates.'],
      ['archived', 'Archive', 'They stop, and leave the list of those that run.'],
    ],
  },

  nameOf: ({ definition: { id } }) => id,
  about: ({ partner, approved, definition }) => (
    <>
      <bdi>{(approved ?? definition).advertiser}</bdi> · {partner} ·{' '}
      <PageLink href={auctionsHref({ partner, campaign: definition.id })}>Its auctions</PageLink>
    </>
  ),
  Links: ({ one: { id }, role }) =>
    role === 'read' ? null : (
      <a class="button" href={`#/campaigns?${new URLSearchParams({ view: 'new', like: id })}`}>
        Duplicate
      </a>
    ),
  Sections,

  form: () => ({ Settings: SETTINGS }),
  empty: () => ({}),
  next: 'It is a draft until somebody starts it.',
  Form: CampaignForm,
};

const Pages = recordPages(PAGE);

/** `#/campaigns`, `#/campaigns/<partner>/<id>` and their forms; `#/approvals`. */
export function CampaignsPage(props: PageProps) {
  return (
    <ImageBase.Provider value={props.session.publicUrl}>
      {props.route.page === 'approvals' ? <ApprovalsPage {...props} /> : <Pages {...props} />}
    </ImageBase.Provider>
  );
}

/** A dash where nothing is known, which is not the same as nothing spent. */
function spent(amount: number | undefined, limit: number | null | undefined): string {
  if (amount === undefined) return '–';
  return typeof limit === 'number' ? `${cents(amount)} of ${cents(limit)}` : cents(amount);
}

/** What stops, with what is known of its money. */
function Stopping({ one, after }: Of & { readonly after: string }) {
  const ads = one.approved?.creatives.length ?? 0;
  const { outcome } = useRow(one);
  const money = outcome?.kind === 'ready' ? outcome.value.rows[0]?.money : undefined;
  const stops =
    one.state === 'active' && ads > 0
      ? `${ads === 1 ? 'Its ad stops' : `Its ${count(ads)} ads stop`} at once, on all machines.`
      : 'Nothing of it is on the air now.';
  return (
    <>
      {stops} {money ? `${moneyLeft(money)} ` : ''}
      {after}
    </>
  );
}

function moneyLeft(money: NonNullable<CampaignRow['money']>): string {
  const { spentTotal, spentToday, total, daily } = money;
  const left = (limit: number, gone: number) => usd(Math.max(0, limit - gone));
  if (total !== null) return `${left(total, spentTotal)} of its ${usd(total)} are left.`;
  if (daily !== null) return `${left(daily, spentToday)} of today’s ${usd(daily)} are left.`;
  return `It has spent ${usd(spentTotal)}, without a limit.`;
}
