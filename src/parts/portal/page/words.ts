import { percent } from '../../../ui/format.ts';
import type { FileCheck, SupplyResult } from '../../supply/check-supply.ts';
import type { PortalRequest } from './api.ts';

export const OUTCOMES: Readonly<
  Record<
    PortalRequest['outcome'],
    { readonly name: string; readonly dot: 'good' | 'quiet' | 'bad' }
  >
> = {
  sold: { name: 'Sold', dot: 'good' },
  'no-bid': { name: 'No ad', dot: 'quiet' },
  refused: { name: 'Refused', dot: 'bad' },
};

/** How a figure compares with that of the week before. undefined: there is nothing to compare. */
export function againstWords(now: number | null, before: number | null): string | undefined {
  if (now === null || before === null || before === 0) return undefined;
  const change = now / before - 1;
  if (Math.abs(change) < CHANGE_MIN) return 'as in the week before';
  const words = percent(Math.abs(change));
  return change > 0 ? `${words} more than the week before` : `${words} less than the week before`;
}

/** Less is written as none. */
const CHANGE_MIN = 0.005;

export const SUPPLY_RESULTS: Readonly<Record<SupplyResult, string>> = {
  matched: 'Your line is published.',
  'other-relationship': 'Your line names another relationship.',
  'line-missing': 'Your line is missing.',
  'file-missing': 'The file is missing.',
  unreachable: 'Your files could not be reached.',
  'no-domain': 'You declare no domain.',
};

/** What was found in each file. Files of which the same is said stand together, and it is said once. */
export function findings(files: readonly FileCheck[]) {
  const said = Map.groupBy(files, ({ file, url, sentence }) =>
    sentence.replaceAll(url, '').replaceAll(file, ''),
  );
  return [...said.values()].map((same) => ({
    files: same.map(({ file }) => file),
    sentence: same[0]?.sentence ?? '',
  }));
}
