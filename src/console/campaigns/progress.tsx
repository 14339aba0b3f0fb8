import { count, usd } from '../ui/format.ts';
import { Meter } from '../ui/meter.tsx';
import type { CampaignProgress } from './api.ts';

type ProgressProps = {
  readonly progress: CampaignProgress;
  readonly unit: 'usd' | 'impressions';
};

/** Spend in total and today, against the limits. */
export function Progress({ progress, unit }: ProgressProps) {
  const { spentTotal, spentToday, total, daily, allowedByNow } = progress;
  const words = unit === 'usd' ? usd : (value: number) => `${count(value)} shown`;
  // With a total limit only, even pacing still has an amount for today.
  const today = daily ?? allowedByNow;
  const due = daily === null || allowedByNow === null ? null : allowedByNow / daily;
  return (
    <>
      <Line {...{ label: 'Today', spent: spentToday, limit: today, due, words }} />
      <Line {...{ label: 'In all', spent: spentTotal, limit: total, due: null, words }} />
    </>
  );
}

type LineProps = {
  readonly label: string;
  readonly spent: number;
  readonly limit: number | null;
  /** The share of the limit that pacing allows by now. */
  readonly due: number | null;
  readonly words: (value: number) => string;
};

const NEAR_SHARE = 0.9;

function Line({ label, spent, limit, due, words }: LineProps) {
  if (limit === null) {
    return (
      <p class="spend">
        <span class="spend-label">{label}</span>{' '}
        <span class="muted">{words(spent)}, without a limit</span>
      </p>
    );
  }
  const part = limit === 0 ? 1 : spent / limit;
  const said = `${words(spent)} of ${words(limit)}`;
  return (
    <p class="spend">
      <span class="spend-label">{label}</span>
      <Meter
        label={`${label}: ${said}${due === null ? '' : `, due by now ${Math.round(due * 100)} %`}`}
        share={part}
        due={due}
        kind={part >= 1 ? 'bad' : part >= NEAR_SHARE ? 'warn' : 'good'}
      />
      <span class="muted">{said}</span>
    </p>
  );
}
