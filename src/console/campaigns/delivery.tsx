import { useState } from 'preact/hooks';
import { dayOf } from '../../lib/day.ts';
import type { Report } from '../api.ts';
import { count, share, usd } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';

const DAY_MS = 86_400_000;
const REFRESH_MS = 5000;

/** Days of UTC, as in reports. */
const PERIODS = {
  today: { name: 'Today', days: 1 },
  week: { name: '7 days', days: 7 },
  all: { name: 'All', days: 3650 },
} as const;

type Period = keyof typeof PERIODS;

/** How far the campaign gets: bids, ads sold, ads shown, clicks, and where the rest is lost. */
export function Delivery(props: { readonly partner: string; readonly campaign: string }) {
  const [period, setPeriod] = useState<Period>('today');
  const parameters = new URLSearchParams({ by: 'campaign', from: firstDay(period) });
  parameters.append('where', `partner=${props.partner}`);
  parameters.append('where', `campaign=${props.campaign}`);
  const resource = useResource<Report>(`/api/report?${parameters}`, REFRESH_MS);
  return (
    <section class="panel" aria-labelledby="delivery">
      <h2 id="delivery">Delivery</h2>
      <fieldset class="filters" aria-label="Period">
        {(Object.keys(PERIODS) as Period[]).map((one) => (
          <button
            type="button"
            aria-pressed={one === period}
            onClick={() => setPeriod(one)}
            key={one}
          >
            {PERIODS[one].name}
          </button>
        ))}
      </fieldset>
      <Loaded resource={resource}>{({ rows: [row] }) => <Steps row={row ?? {}} />}</Loaded>
    </section>
  );
}

function firstDay(period: Period): string {
  const first = dayOf(Date.now()) - PERIODS[period].days + 1;
  return new Date(first * DAY_MS).toISOString().slice(0, 10);
}

function Steps({ row }: { readonly row: Report['rows'][number] }) {
  const figure = (name: string) => Number(row[name] ?? 0);
  const steps = [
    { name: 'Bid', count: figure('bids'), lost: '' },
    { name: 'Won', count: figure('sold'), lost: 'outbid or not accepted' },
    { name: 'Shown', count: figure('impressions'), lost: 'won and not reported as shown' },
    { name: 'Clicked', count: figure('clicks'), lost: 'shown and not clicked' },
  ];
  const [bid, won] = [steps[0]?.count ?? 0, steps[1]?.count ?? 0];
  return (
    <>
      <ol class="steps">
        {steps.map((step, index) => {
          const before = steps[index - 1]?.count;
          const lost = Math.max(0, (before ?? step.count) - step.count);
          return (
            <li key={step.name}>
              <span>{step.name}</span> <strong class="number">{count(step.count)}</strong>{' '}
              <span class="muted">
                {before === undefined || before === 0
                  ? ''
                  : `${share(step.count, before)} of the step before`}
                {lost > 0 ? `, ${count(lost)} ${step.lost}` : ''}
              </span>
            </li>
          );
        })}
      </ol>
      <p>
        Spend {usd(figure('spend_usd'))}
        {advice(bid, won, steps[2]?.count ?? 0)}
      </p>
    </>
  );
}

function advice(bid: number, won: number, shown: number): string {
  if (bid === 0) return '. It has not bid: the line above says why.';
  if (won === 0)
    return '. It bids and never wins: raise the CPM, or look at an auction that it lost.';
  if (shown === 0)
    return '. Its ads are sold, and nobody reports them as shown: ask the publisher.';
  return '.';
}
