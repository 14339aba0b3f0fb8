import { useRef } from 'preact/hooks';
import { FIT_FIELD } from '../../../demand/campaigns/free-fields.ts';
import type { CampaignEstimate } from '../../../host/offers.ts';
import { count, usd } from '../../../ui/format.ts';
import { Pairs } from '../../../ui/pairs.tsx';
import { scrolled } from '../../../ui/scrolled.ts';
import { useChecked } from '../../../ui/use-checked.ts';
import { CONDITIONS } from './form-fields.ts';

type EstimateProps = {
  /** The campaign; of a form, the last one without faults. */
  readonly body: string | undefined;
  readonly partner: string;
  /** Beside a form, it stays in sight. */
  readonly isBeside?: true;
};

/** What the campaign would do, and what each of its conditions costs. Asked again after each pause in typing. */
export function Estimate({ body, partner, isBeside }: EstimateProps) {
  const place = isBeside ? { class: 'panel beside', ...scrolled() } : { class: 'panel' };
  return (
    <section {...place} aria-labelledby="estimate">
      <h2 id="estimate">What to expect in a day</h2>
      {body === undefined ? (
        <p class="muted">
          Once the campaign has no faults, sampled requests say what it would win.
        </p>
      ) : (
        <Asked body={body} partner={partner} />
      )}
    </section>
  );
}

function Asked({ body, partner }: { readonly body: string; readonly partner: string }) {
  const path = `/api/campaigns/estimate?partner=${encodeURIComponent(partner)}`;
  const found = useChecked<CampaignEstimate>(path, body);
  const last = useRef<CampaignEstimate | undefined>(undefined);
  if (found?.outcome.kind === 'ready') last.current = found.outcome.value;
  const isCurrent = found?.text === body;
  if (found?.outcome.kind === 'failed') return <p class="muted">{found.outcome.reason}</p>;
  const estimate = last.current;
  if (estimate === undefined) return <p class="muted">Sampled requests are replayed …</p>;
  return (
    <div aria-live="polite" aria-busy={!isCurrent}>
      <Figures estimate={estimate} />
      {estimate.sample.matched === 0 ? null : <Curve estimate={estimate} />}
      <Costs estimate={estimate} />
      <p class="muted">{estimate.confidence}</p>
    </div>
  );
}

function Figures({ estimate }: { readonly estimate: CampaignEstimate }) {
  const { requests, matched, impressions, spendUsd, limitedBy, cpmUsd, clickRate } = estimate;
  const limit = limitedBy === null ? '' : `; ${LIMIT_WORDS[limitedBy] ?? limitedBy} ends it`;
  const price = cpmUsd === null ? '' : `, at a CPM of ${usd(cpmUsd)}`;
  const clicks = `${(100 * clickRate.rate).toFixed(2)} %, ${CLICKS_OF[clickRate.of]}`;
  return (
    <Pairs
      pairs={[
        ['Requests that match', `${whole(matched)} of ${whole(requests)}`],
        ['Impressions', whole(impressions)],
        ['Spend', `${usd(spendUsd)}${price}${limit}`],
        ['Click rate', clicks],
      ]}
    />
  );
}

const CLICKS_OF = {
  campaign: 'as its ads have',
  advertiser: 'as this advertiser’s ads have',
  exchange: 'as all ads here have',
  nobody: 'an assumption: nothing was shown yet',
} as const;

const LIMIT_WORDS: Readonly<Record<string, string>> = {
  'budget.daily': 'the budget a day',
  'budget.total': 'the budget in all',
  'budget.impressions.daily': 'the cap on impressions a day',
  'budget.impressions.total': 'the cap on impressions in all',
};

/** What each bid would win: the longer the bar, the more impressions. */
function Curve({ estimate: { curve } }: { readonly estimate: CampaignEstimate }) {
  const most = Math.max(1, ...curve.map(({ impressions }) => impressions));
  return (
    <>
      <h3>Bid and impressions</h3>
      <ul class="bars">
        {curve.map(({ bidUsd, impressions, spendUsd }) => (
          <li key={bidUsd}>
            <span class="bar-name">{usd(bidUsd)}</span>
            <span>
              <span class="bar-fill" style={{ width: `${(impressions / most) * 100}%` }} />
            </span>
            <span class="number">
              {whole(impressions)} for {usd(spendUsd)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Of conditions and of reasons, those that matter most. */
const SHOWN_MAX = 4;

function Costs({ estimate }: { readonly estimate: CampaignEstimate }) {
  const { conditions, lost, ignored } = estimate;
  const lines = [
    ...conditions
      .slice(0, SHOWN_MAX)
      .map(
        ({ field, requests }) =>
          `${whole(requests)} more would match without ${conditionNoun(field)}`,
      ),
    ...lost.slice(0, SHOWN_MAX).map((one) => `${whole(one.requests)} lost: ${one.example}`),
    ...ignored.map((field) => `${field} is left out: samples name no person and no conversation`),
  ];
  if (lines.length === 0) return null;
  return (
    <>
      <h3>What it misses</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

function whole(value: number): string {
  return count(Math.round(value));
}

/** `targeting.include.countries` → `the country` */
function conditionNoun(field: string): string {
  if (field === FIT_FIELD) return 'the subject';
  if (field === 'language') return 'the language of its ads';
  const [, side = '', name = ''] = field.split('.');
  const noun = (CONDITIONS as Readonly<Record<string, string>>)[name] ?? name;
  return side === 'exclude' ? `the excluded ${noun}` : `the ${noun}`;
}
