import { todayWords } from '../../../core/sale/progress-words.ts';
import type { Progress } from '../../../ledger/budgets/campaign-status.ts';
import { count, usd } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Meter } from '../../../ui/meter.tsx';
import type { CampaignDocument } from '../operations.ts';
import type { CampaignList } from './api.ts';
import { CampaignState } from './state.tsx';
import { expectedSentence } from './terms-words.ts';

const REFRESH_MS = 5000;

type StandingProps = { readonly document: Pick<CampaignDocument, 'partner' | 'definition'> };

/** What happens to it and why, its spend, and what is expected of it. */
export function Standing({ document }: StandingProps) {
  const { partner, definition: terms } = document;
  const parameters = new URLSearchParams({ partner, campaign: terms.id });
  const resource = useResource<CampaignList>(`/api/campaigns?${parameters}`, REFRESH_MS);
  return (
    <section class="panel" aria-label="State and spend">
      <Loaded resource={resource}>
        {({ rows: [row] }) => {
          if (row === undefined) return <p>It was deleted meanwhile.</p>;
          return (
            <>
              <p role="status">
                <CampaignState row={row} />
              </p>
              {row.money === null ? null : <Spend progress={row.money} words={usd} />}
              {hasLimit(row.impressions) ? (
                <Spend progress={row.impressions} words={(value) => `${count(value)} shown`} />
              ) : null}
              {row.expected === null ? null : (
                <p class="muted">{expectedSentence(row.expected, terms)}</p>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function hasLimit(progress: Progress | null): progress is Progress {
  return progress !== null && (progress.total ?? progress.daily) !== null;
}

type SpendProps = { readonly progress: Progress; readonly words: (value: number) => string };

const NEAR_SHARE = 0.9;

/** Spend today and in total, against the limits and the pace. */
function Spend({ progress, words }: SpendProps) {
  const { spentTotal, spentToday, total, allowedToday, allowedByNow } = progress;
  const isPaced = allowedToday !== null && allowedByNow !== null && allowedByNow < allowedToday;
  const inAll = total === null ? ', without a limit' : ` of ${words(total)}`;
  const lines = [
    {
      label: 'Today',
      spent: spentToday,
      limit: allowedToday,
      due: isPaced ? allowedByNow / allowedToday : null,
      said: todayWords(progress, words),
    },
    {
      label: 'In all',
      spent: spentTotal,
      limit: total,
      due: null,
      said: `${words(spentTotal)}${inAll}`,
    },
  ];
  return lines.map(({ label, spent, limit, due, said }) => {
    const part = limit === 0 ? 1 : spent / (limit ?? Number.POSITIVE_INFINITY);
    return (
      <p class="spend" key={label}>
        <span class="spend-label">{label}</span>{' '}
        {limit === null ? null : (
          <Meter
            label={`${label}: ${said}`}
            share={part}
            due={due}
            kind={part >= 1 ? 'bad' : part >= NEAR_SHARE ? 'warn' : 'good'}
          />
        )}
        <span class="muted">{said}</span>
      </p>
    );
  });
}
