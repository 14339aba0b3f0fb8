import { useState } from 'preact/hooks';
import { UNCHARGED_WORDS } from '../../../core/sale/fact.ts';
import { HOLD_ADVICE, HOLD_WORDS } from '../../../core/sale/hold-cause.ts';
import type { Campaign } from '../../../demand/campaigns/campaign-schema.ts';
import { conversionTermsOf } from '../../../demand/campaigns/conversion-terms.ts';
import { callsOf } from '../../../ui/calls.ts';
import { FunnelSteps } from '../../../ui/figures.tsx';
import { cents, count, share, usd } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { lossWords } from '../../../ui/shell/words.ts';
import { type Columns, number, Rows } from '../../../ui/table.tsx';
import type { CampaignDelivery, DELIVERY_OPS } from '../delivery.ts';
import type { CampaignDocument } from '../operations.ts';

const { useAsked } = callsOf<typeof DELIVERY_OPS>();

const REFRESH_MS = 5000;

/** Days of UTC, as in reports. */
const PERIODS = {
  today: { name: 'Today', query: { days: 1 } },
  week: { name: '7 days', query: { days: 7 } },
  all: { name: 'All', query: {} },
} as const;

type DeliveryPeriod = keyof typeof PERIODS;

type DeliveryProps = { readonly document: Pick<CampaignDocument, 'partner' | 'definition'> };

/** How far the campaign gets: matched, bid, sold, shown, clicked, converted, and where the rest is lost. */
export function Delivery({ document: { partner, definition: campaign } }: DeliveryProps) {
  const [period, setPeriod] = useState<DeliveryPeriod>('today');
  const asked = { partner, campaign: campaign.id, query: PERIODS[period].query };
  const resource = useAsked('GET /api/campaigns/{partner}/{campaign}/delivery', asked, REFRESH_MS);
  return (
    <section class="panel" aria-labelledby="delivery">
      <h2 id="delivery">
        Delivery <span class="muted">days of UTC</span>
      </h2>
      <fieldset class="toggles periods" aria-label="Period">
        {(Object.keys(PERIODS) as DeliveryPeriod[]).map((one) => (
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
            <FunnelSteps steps={stepsOf(delivery, campaign)} />
            <p class="advice">
              <strong>Spend {usd(delivery.spendUsd)}.</strong> {conversionWords(delivery)}
              {adviceWords(delivery)}
            </p>
            <Creatives creatives={delivery.creatives} isMeasured={isMeasured(delivery, campaign)} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Whether the campaign measures conversions, or did before. */
function isMeasured(
  { converted }: CampaignDelivery,
  campaign: Pick<Campaign, 'conversions'>,
): boolean {
  return converted > 0 || conversionTermsOf(campaign) !== undefined;
}

function stepsOf(delivery: CampaignDelivery, campaign: Pick<Campaign, 'conversions' | 'cpa'>) {
  const { matched, bid, won, shown, clicked, misfits, held, heldCount, dropped, outbid } = delivery;
  const { uncharged } = delivery;
  const unfitCount = matched - bid - heldCount;
  const unchargedCount = uncharged.reduce((sum, one) => sum + one.count, 0);
  const uncharging = lost(unchargedCount, 'not charged in full', uncharged.map(unchargedWords));
  const isByConversion = campaign.cpa !== undefined;
  const whyLost = [...outbid.map(outbidWords), ...dropped.map(droppedWords)];
  return [
    { name: 'Matched', reached: matched, lost: null },
    {
      name: 'Bid',
      reached: bid,
      lost: [
        lost(heldCount, 'held back by its budget or pace', held.map(heldWords)),
        lost(unfitCount, 'had no creative that fits', misfits.map(missingWords)),
      ],
    },
    { name: 'Sold', reached: won, lost: lost(bid - won, 'bid and not sold', whyLost) },
    { name: 'Shown', reached: shown, lost: lost(won - shown, 'sold and not reported as shown') },
    {
      name: 'Clicked',
      reached: clicked,
      lost: [lost(shown - clicked, 'shown and not clicked'), isByConversion ? null : uncharging],
    },
    ...(isMeasured(delivery, campaign)
      ? [
          {
            name: 'Converted',
            reached: delivery.converted,
            lost: [
              lost(clicked - delivery.converted, 'clicked and not converted'),
              isByConversion ? uncharging : null,
            ],
          },
        ]
      : []),
  ];
}

/** What happened to those that did not get so far, and each reason in words. */
function lost(times: number, what: string, reasons: readonly string[] = []) {
  if (times <= 0) return null;
  const words = `${count(times)} ${what}`;
  if (reasons.length === 0) return <p class="funnel-lost muted">{words}</p>;
  return (
    <details open={true}>
      <summary>{words}</summary>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

type CreativeRow = CampaignDelivery['creatives'][number];

const COLUMNS: Columns<CreativeRow> = {
  Creative: ({ creative }) => creative || 'not recorded',
  Bid: number(({ bid }) => count(bid)),
  Sold: number(({ won }) => count(won)),
  Shown: number(({ shown }) => count(shown)),
  Clicked: number(({ clicked }) => count(clicked)),
  'Click rate': number(({ clicked, shown }) => share(clicked, shown)),
  Spend: number(({ spendUsd }) => cents(spendUsd)),
};

const MEASURED: Columns<CreativeRow> = {
  ...COLUMNS,
  Converted: number(({ converted }) => count(converted)),
  Value: number(({ valueUsd }) => cents(valueUsd)),
};

type CreativeRowsProps = Pick<CampaignDelivery, 'creatives'> & { readonly isMeasured: boolean };

function Creatives({ creatives, isMeasured: hasConversions }: CreativeRowsProps) {
  if (creatives.length === 0) return null;
  return (
    <Rows
      rows={creatives}
      keyOf={({ creative }) => creative}
      columns={hasConversions ? MEASURED : COLUMNS}
      kind=""
      caption="Delivery of each creative"
    />
  );
}

/** What the owner of a campaign can do about bids that broke a rule, by OpenRTB loss code. */
const DROP_ADVICE: Readonly<Record<number, string>> = {
  1: 'Another sale took the rest of its budget at the same time. Raise the budget if it happens often.',
  100: 'Raise the CPM above the floor.',
  101: 'Raise the CPM above the deal’s floor.',
  205: 'The publisher blocks the advertiser’s domain: exclude the publisher, or talk to it.',
  209: 'The publisher blocks a category of the campaign: correct the categories, or talk to it.',
  207: 'Serve every link and picture over https.',
};

/** One of a list of losses. */
type One<List extends 'misfits' | 'held' | 'uncharged' | 'dropped' | 'outbid'> =
  CampaignDelivery[List][number];

const from = (publisher: string) => (publisher === '' ? '' : ` for ${publisher}`);

function missingWords({ missing, publisher, count: times }: One<'misfits'>): string {
  return `${count(times)}${from(publisher)}: no creative has ${missing}`;
}

function heldWords({ cause, count: times, cpmUsd }: One<'held'>): string {
  return `${count(times)}: ${HOLD_WORDS[cause]}; it would have bid ${usd(cpmUsd)} on average. ${HOLD_ADVICE[cause]}`;
}

function unchargedWords({ reason, count: times, usd: amount }: One<'uncharged'>): string {
  return `${count(times)}: ${UNCHARGED_WORDS[reason]}, ${usd(amount)}`;
}

function droppedWords({ code, publisher, count: times, floorUsd }: One<'dropped'>): string {
  const whatToDo = DROP_ADVICE[code] ?? 'The auctions that it lost have the details.';
  const floor = floorUsd === null ? '' : `, ${usd(floorUsd)} on average`;
  return `${count(times)}${from(publisher)}: ${lossWords(code)}${floor}. ${whatToDo}`;
}

function outbidWords({ partner, seat, count: times, cpmUsd }: One<'outbid'>): string {
  if (partner === 'other') return `${count(times)} to others, at ${usd(cpmUsd)} on average`;
  return `${count(times)} to ${seat || 'a bidder'} of ${partner}, at ${usd(cpmUsd)} on average`;
}

/** What the conversions were worth, and what each cost. */
function conversionWords({ converted, valueUsd, spendUsd }: CampaignDelivery): string {
  if (converted === 0) return '';
  const returned = spendUsd === 0 ? '' : `, a return of ${share(valueUsd, spendUsd)} on the spend`;
  return `Conversions are worth ${usd(valueUsd)} and cost ${usd(spendUsd / converted)} each${returned}. `;
}

/** What to do where nothing before a step says it. */
function adviceWords({ matched, won, shown }: CampaignDelivery): string {
  if (matched === 0) {
    return 'It was considered for no request in this time: none matched, or dearer campaigns of its partner came first. Check the targeting, the price, the flight and the state above.';
  }
  if (won === 0 || shown > 0) return '';
  return 'Its ads are sold, and nobody reports them as shown: ask the publisher to call the notices.';
}
