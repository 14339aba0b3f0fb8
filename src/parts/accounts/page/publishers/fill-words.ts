import { reasonWords } from '../../../../ui/shell/words.ts';
import type { ReportAnswer, ReportLine } from '../../../reports/report.ts';

/** The figures of a week. */
export type WeekFigures = {
  readonly requests: number;
  readonly sold: number;
  /** Of the valid requests; null without one. */
  readonly fill: number | null;
};

export type ReasonChange = {
  readonly reason: string;
  readonly words: string;
  readonly now: number;
  readonly before: number;
  /** How much more of the valid requests had this reason, from -1 to 1; null for refusals, which fill leaves out. */
  readonly moreOfValid: number | null;
};

export type FillChange = {
  readonly now: WeekFigures;
  readonly before: WeekFigures;
  /** The largest changes of fill first, then refusals. */
  readonly reasons: readonly ReasonChange[];
};

/** Two reports by reason. */
export function fillChange(now: ReportAnswer, before: ReportAnswer): FillChange {
  const [nowReasons, beforeReasons] = [countsOf(now), countsOf(before)];
  const names = [...new Set([...nowReasons.keys(), ...beforeReasons.keys()])];
  const [validNow, validBefore] = [validOf(now.totals), validOf(before.totals)];
  const reasons = names.map((reason): ReasonChange => {
    const [one, other] = [nowReasons.get(reason), beforeReasons.get(reason)];
    const [noAdsNow, noAdsBefore] = [one?.noAds ?? 0, other?.noAds ?? 0];
    const isOfFill = noAdsNow + noAdsBefore > 0;
    return {
      reason,
      words: reasonWords(reason) || 'No reason was recorded',
      now: noAdsNow + (one?.refused ?? 0),
      before: noAdsBefore + (other?.refused ?? 0),
      moreOfValid: isOfFill ? part(noAdsNow, validNow) - part(noAdsBefore, validBefore) : null,
    };
  });
  const size = ({ moreOfValid }: ReasonChange) =>
    moreOfValid === null ? -1 : Math.abs(moreOfValid);
  return {
    now: figuresOf(now.totals),
    before: figuresOf(before.totals),
    reasons: reasons.toSorted((a, b) => size(b) - size(a) || b.now - a.now),
  };
}

/** Less is written as none. */
const CHANGE_MIN = 0.005;

/** What changed most, in a sentence. */
export function fillSentence({ now, before, reasons }: FillChange): string {
  if (now.requests === 0) return 'There was no request in the last seven days.';
  if (before.requests === 0) return 'There was no request in the seven days before.';
  if (now.fill === null || before.fill === null) return 'One of the weeks has no valid request.';
  const change = now.fill - before.fill;
  if (Math.abs(change) < CHANGE_MIN)
    return `Fill is ${percentWords(now.fill)}, as in the week before.`;
  const isLess = change < 0;
  const moved = `Fill ${isLess ? 'fell' : 'rose'} from ${percentWords(before.fill)} to ${percentWords(now.fill)}.`;
  const main = reasons.find(({ moreOfValid }) =>
    moreOfValid === null ? false : isLess ? moreOfValid > 0 : moreOfValid < 0,
  );
  if (main?.moreOfValid == null) return moved;
  const more = isLess ? 'more' : 'fewer';
  return `${moved} Most of it: “${main.words}”, ${pointsWords(Math.abs(main.moreOfValid))} ${more} of the valid requests.`;
}

/** `12.5 %` */
export function percentWords(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function pointsWords(share: number): string {
  return `${(share * 100).toFixed(1)} points`;
}

function countsOf({ rows }: ReportAnswer) {
  const counts = new Map<string, { readonly noAds: number; readonly refused: number }>();
  for (const row of rows) {
    const [noAds, refused] = [numberOf(row, 'no_bids'), numberOf(row, 'refusals')];
    if (noAds + refused > 0) counts.set(String(row.reason), { noAds, refused });
  }
  return counts;
}

function figuresOf(totals: ReportLine): WeekFigures {
  const valid = validOf(totals);
  const noAds = numberOf(totals, 'no_bids');
  return {
    requests: numberOf(totals, 'requests'),
    sold: numberOf(totals, 'sold'),
    fill: valid === 0 ? null : (valid - noAds) / valid,
  };
}

const validOf = (totals: ReportLine) => numberOf(totals, 'requests') - numberOf(totals, 'refusals');

const part = (count: number, whole: number) => (whole === 0 ? 0 : count / whole);

const numberOf = (line: Readonly<Record<string, unknown>>, name: string) => Number(line[name] ?? 0);
