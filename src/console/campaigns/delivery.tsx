import { useState } from 'preact/hooks';
import { Bar } from '../ui/bar.tsx';
import { cents, count, share, usd } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { Table } from '../ui/table.tsx';
import type { CampaignDelivery, CreativeDelivery } from './delivery-api.ts';
import { advice, droppedWords, missingWords, outbidWords } from './delivery-words.ts';
import { apiPath } from './paths.ts';

const REFRESH_MS = 5000;

/** Days of UTC, as in reports. */
const PERIODS = {
  today: { name: 'Today', query: '?days=1' },
  week: { name: '7 days', query: '?days=7' },
  all: { name: 'All', query: '' },
} as const;

type Period = keyof typeof PERIODS;

/** How far the campaign gets: matched, bid, won, shown, clicked, and where the rest is lost. */
export function Delivery(props: { readonly partner: string; readonly campaign: string }) {
  const [period, setPeriod] = useState<Period>('today');
  const path = `${apiPath(props.partner, props.campaign)}/delivery${PERIODS[period].query}`;
  const resource = useResource<CampaignDelivery>(path, REFRESH_MS);
  return (
    <section class="panel" aria-labelledby="delivery">
      <h2 id="delivery">
        Delivery <span class="muted">days of UTC</span>
      </h2>
      <fieldset class="toggles periods" aria-label="Period">
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
      <Loaded resource={resource}>
        {(delivery) => (
          <>
            <Steps delivery={delivery} />
            <p class="advice">
              <strong>Spend {usd(delivery.spendUsd)}.</strong> {advice(delivery)}
            </p>
            <Creatives creatives={delivery.creatives} />
          </>
        )}
      </Loaded>
    </section>
  );
}

type Step = {
  readonly name: string;
  readonly count: number;
  /** What happened to those that did not get here, and each reason in words. */
  readonly lost: string;
  readonly reasons: readonly string[];
};

function stepsOf(delivery: CampaignDelivery): readonly Step[] {
  const { matched, bid, won, shown, clicked, misfits, dropped, outbid } = delivery;
  return [
    { name: 'Matched', count: matched, lost: '', reasons: [] },
    {
      name: 'Bid',
      count: bid,
      lost: 'had no creative that fits',
      reasons: misfits.map(missingWords),
    },
    {
      name: 'Won',
      count: won,
      lost: 'lost',
      reasons: [...outbid.map(outbidWords), ...dropped.map(droppedWords)],
    },
    { name: 'Shown', count: shown, lost: 'sold and not reported as shown', reasons: [] },
    { name: 'Clicked', count: clicked, lost: 'shown and not clicked', reasons: [] },
  ];
}

function Steps({ delivery }: { readonly delivery: CampaignDelivery }) {
  const steps = stepsOf(delivery);
  const most = Math.max(...steps.map((step) => step.count), 1);
  return (
    <ol class="funnel steps">
      {steps.map((step, index) => (
        <li key={step.name}>
          <div class="funnel-row">
            <span>{step.name}</span>{' '}
            <span class="funnel-track">
              <Bar share={step.count / most} />
            </span>
            <span class="number">{count(step.count)}</span>{' '}
            <span class="number muted">
              {index === 0 ? '' : share(step.count, steps[index - 1]?.count ?? 0)}
            </span>
          </div>
          <Lost step={step} before={steps[index - 1]?.count ?? step.count} />
        </li>
      ))}
    </ol>
  );
}

function Lost({ step, before }: { readonly step: Step; readonly before: number }) {
  const lost = Math.max(0, before - step.count);
  if (lost === 0) return null;
  if (step.reasons.length === 0) {
    return (
      <p class="funnel-lost muted">
        {count(lost)} {step.lost}
      </p>
    );
  }
  return (
    <details open={true}>
      <summary>
        {count(lost)} {step.lost}
      </summary>
      <ul>
        {step.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

const HEADS = {
  Creative: '',
  Bid: 'number',
  Won: 'number',
  Shown: 'number',
  Clicked: 'number',
  'Click rate': 'number',
  Spend: 'number',
};

function Creatives({ creatives }: { readonly creatives: readonly CreativeDelivery[] }) {
  if (creatives.length === 0) return null;
  return (
    <Table heads={HEADS} kind="" caption="Delivery of each creative">
      {creatives.map(({ creative, bid, won, shown, clicked, spendUsd }) => (
        <tr key={creative}>
          <td class="name">{creative || 'not recorded'}</td>
          {[bid, won, shown, clicked].map((figure, index) => (
            <td class="number" key={['bid', 'won', 'shown', 'clicked'][index]}>
              {count(figure)}
            </td>
          ))}
          <td class="number">{share(clicked, shown)}</td>
          <td class="number">{cents(spendUsd)}</td>
        </tr>
      ))}
    </Table>
  );
}
