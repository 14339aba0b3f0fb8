import type { Campaign } from '../../../demand/campaigns/campaign-schema.ts';
import { conversionTermsOf } from '../../../demand/campaigns/conversion-terms.ts';
import { UTC } from '../../../lib/time-zone.ts';
import { usd } from '../../../ui/format.ts';
import type { CampaignRow } from './api.ts';
import { conditionWords } from './targeting-words.ts';
import { priceWords } from './words.ts';

/** How a campaign sells, beside where: one sentence for each of its terms. */
export function termSentences(campaign: Campaign): readonly string[] {
  return [
    priceSentence(campaign),
    ...riskSentence(campaign),
    ...flightSentence(campaign),
    ...languageSentence(campaign),
    `Its days and hours are of ${campaign.zone ?? UTC}.`,
    ...(campaign.frequency ?? []).map(capSentence),
    ...rotationSentence(campaign),
    ...conversionSentence(campaign),
  ];
}

function priceSentence(campaign: Campaign): string {
  const { adjustments = [], zone = UTC } = campaign;
  const factors = adjustments.map(
    ({ when, factor }) => `, times ${factor} where ${conditionWords(when, zone).join(' and ')}`,
  );
  return `It pays ${priceWords(campaign)}${factors.join('')}.`;
}

/** The risk is the operator's, which owes publishers what the campaign has not paid for yet. */
function riskSentence({ cpm, riskMax }: Campaign): readonly string[] {
  if (cpm !== undefined) return [];
  const most = riskMax === undefined ? 'the riskMax of the config' : usd(riskMax);
  return [`It stops when publishers were owed more than it was charged by ${most}.`];
}

function flightSentence({ flight: { start, end } = {} }: Campaign): readonly string[] {
  if (start === undefined && end === undefined) return [];
  const from = start === undefined ? '' : ` from ${start}`;
  return [`It runs${from}${end === undefined ? '' : ` until ${end}`}.`];
}

function languageSentence({ language }: Campaign): readonly string[] {
  if (language === undefined) return [];
  return [
    `Its ads are in ${language}: it does not run where the conversation is in another language.`,
  ];
}

type Cap = NonNullable<Campaign['frequency']>[number];

function capSentence({ of, per, within, atMost }: Cap): string {
  const what = of === 'campaign' ? 'It is' : 'All ads of its advertiser together are';
  const times = atMost === 1 ? 'once' : `${atMost} times`;
  const whom = per === 'conversation' ? 'in one conversation' : 'to one person';
  return `${what} shown ${whom} at most ${times} within ${within}.`;
}

function rotationSentence({ rotation, creatives, cpa }: Campaign): readonly string[] {
  if (rotation === undefined) {
    return creatives.length > 1 ? ['Of its ads that fit, the first is shown.'] : [];
  }
  if (rotation === 'even') return ['All of its ads that fit are shown alike.'];
  if (rotation === 'best') {
    const response = cpa === undefined ? 'clicks' : 'conversions';
    return [`Of its ads that fit, the one that brings most ${response} is shown.`];
  }
  const weights = creatives.map(({ id, weight = 1 }) => `${id} ${weight}`).join(', ');
  return [`Its ads that fit are shown by their weights: ${weights}.`];
}

function conversionSentence(campaign: Campaign): readonly string[] {
  const terms = conversionTermsOf(campaign);
  if (terms === undefined) return [];
  const { windowDays, parameter } = terms;
  const days = windowDays === 1 ? 'a day' : `${windowDays} days`;
  return [
    `Conversions count for ${days} after the click. Its links get a click id as ${parameter}.`,
  ];
}

const PER_IMPRESSIONS = 1000;
const DIGITS = 3;

/** What was learned of it. Nothing is said of conversions that it does not measure. */
export function expectedSentence(
  expected: NonNullable<CampaignRow['expected']>,
  campaign: Pick<Campaign, 'conversions'>,
): string {
  const of = (rate: number) =>
    (rate * PER_IMPRESSIONS).toLocaleString(undefined, { maximumSignificantDigits: DIGITS });
  const clicks = `${of(expected.clicks)} clicks`;
  const what =
    conversionTermsOf(campaign) === undefined
      ? clicks
      : `${clicks} and ${of(expected.conversions)} conversions`;
  return `By what was learned, a thousand impressions bring ${what}.`;
}
