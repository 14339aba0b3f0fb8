import { todayWords } from '../../../core/sale/progress-words.ts';
import { conversionTermsOf } from '../../../demand/campaigns/conversion-terms.ts';
import type { Progress } from '../../../ledger/budgets/campaign-status.ts';
import { callsOf } from '../../../ui/calls.ts';
import { Feedback } from '../../../ui/feedback.tsx';
import { Meter } from '../../../ui/figures.tsx';
import { count, usd } from '../../../ui/format.ts';
import { Changes } from '../../../ui/history.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import type { RecordProps } from '../../../ui/record-page.ts';
import { Standing } from '../../../ui/standing.tsx';
import type { CampaignRow } from '../list.ts';
import type { CAMPAIGN_OPS, CampaignDocument } from '../operations.ts';
import { Creatives } from './creatives.tsx';
import { Delivery } from './delivery.tsx';
import { Estimate } from './estimate.tsx';

const { useAsked } = callsOf<typeof CAMPAIGN_OPS>();

const REFRESH_MS = 5000;

/** What the list says of one. */
export const useRow = ({ partner, definition }: CampaignDocument) =>
  useAsked('GET /api/campaigns', { query: { partner, campaign: definition.id } }, REFRESH_MS);

export function Sections({ one, role, reload }: RecordProps<CampaignDocument>) {
  const { partner, definition, revision } = one;
  const question = new URLSearchParams({ partner, campaign: definition.id });
  return (
    <>
      <Pending one={one} />
      <StateAndSpend one={one} key={revision} />
      <Creatives document={one} mayReview={role === 'admin'} reload={reload} />
      <Delivery document={one} />
      <Feedback path={`/api/feedback?${question}`} />
      <Estimate body={JSON.stringify(definition)} partner={partner} />
    </>
  );
}

type Of = { readonly one: CampaignDocument };

/** What of the campaign is not approved and does not serve, while an earlier version is (ruling 73). */
function Pending({ one: { pending, state, reviews } }: Of) {
  if (pending.length === 0) return null;
  const all = Object.entries(reviews);
  const rejected = all.filter(([, review]) => review.state === 'rejected');
  const reasons = rejected.map(([creative, { reason }]) => `${creative}: ${reason}`).join('; ');
  return (
    <section class="note" aria-label="Change that is not approved">
      <p>
        {state === 'active'
          ? 'The approved version is serving'
          : 'Only the approved version serves when the campaign runs'}
        {all.some(([, review]) => review.state === 'waiting')
          ? '; the change waits for approval.'
          : `; the change was rejected (${reasons}).`}
      </p>
      <Changes changes={pending} />
    </section>
  );
}

/** What happens to it and why, its spend, and what is expected of it. */
function StateAndSpend({ one }: Of) {
  return (
    <section class="panel" aria-label="State and spend">
      <Loaded resource={useRow(one)}>
        {({ rows: [row] }) => {
          if (row === undefined) return <p>It was deleted meanwhile.</p>;
          const { money, impressions, expected } = row;
          const isCapped = (impressions?.total ?? impressions?.daily ?? null) !== null;
          return (
            <>
              <p role="status">
                <Standing of={row} />
              </p>
              {money === null ? null : <Spend progress={money} words={usd} />}
              {impressions !== null && isCapped ? (
                <Spend progress={impressions} words={(value) => `${count(value)} shown`} />
              ) : null}
              {expected === null ? null : <Expected expected={expected} one={one} />}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

const PER_IMPRESSIONS = 1000;
const DIGITS = 3;

type ExpectedProps = Of & { readonly expected: NonNullable<CampaignRow['expected']> };

/** What was learned of it. Nothing is said of conversions that it does not measure. */
function Expected({ expected: { clicks, conversions }, one }: ExpectedProps) {
  const of = (rate: number) =>
    (rate * PER_IMPRESSIONS).toLocaleString(undefined, { maximumSignificantDigits: DIGITS });
  const isMeasured = conversionTermsOf(one.definition) !== undefined;
  return (
    <p class="muted">
      By what was learned, a thousand impressions bring {of(clicks)} clicks
      {isMeasured ? ` and ${of(conversions)} conversions` : ''}.
    </p>
  );
}

type SpendProps = { readonly progress: Progress; readonly words: (value: number) => string };

const NEAR_SHARE = 0.9;

/** Spend today and in total, against the limits and the pace. */
function Spend({ progress, words }: SpendProps) {
  const { spentTotal, spentToday, total, allowedToday, allowedByNow } = progress;
  const isPaced = allowedToday !== null && allowedByNow !== null && allowedByNow < allowedToday;
  const due = isPaced ? allowedByNow / allowedToday : null;
  const inAll = `${words(spentTotal)}${total === null ? ', without a limit' : ` of ${words(total)}`}`;
  return [
    {
      label: 'Today',
      spent: spentToday,
      limit: allowedToday,
      due,
      said: todayWords(progress, words),
    },
    { label: 'In all', spent: spentTotal, limit: total, due: null, said: inAll },
  ].map(({ label, spent, limit, due: mark, said }) => {
    const part = limit === 0 ? 1 : spent / (limit ?? Number.POSITIVE_INFINITY);
    return (
      <p class="spend" key={label}>
        <span class="spend-label">{label}</span>{' '}
        {limit === null ? null : (
          <Meter
            label={`${label}: ${said}`}
            share={part}
            due={mark}
            kind={part >= 1 ? 'bad' : part >= NEAR_SHARE ? 'warn' : 'good'}
          />
        )}
        <span class="muted">{said}</span>
      </p>
    );
  });
}
