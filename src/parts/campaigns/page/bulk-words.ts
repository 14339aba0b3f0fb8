import type { BulkAction } from '../../../store/bulk-change.ts';
import { count, usd } from '../../../ui/format.ts';
import { type BulkResult, SELECTED_MAX } from './bulk-api.ts';

/** What an action does, before how many campaigns it does it to; and what the button says. */
export function bulkWords(action: BulkAction): { readonly does: string; readonly label: string } {
  switch (action.kind) {
    case 'state':
      return STATE_WORDS[action.state];
    case 'bid':
      return {
        does: `sets the ${action.price.toUpperCase()} to ${usd(action.usd)} for`,
        label: 'Set the bid of',
      };
    case 'bid-percent': {
      const percent = `${Math.abs(action.percent)} %`;
      const verb = action.percent < 0 ? 'lowers' : 'raises';
      return { does: `${verb} the bid by ${percent} for`, label: 'Change the bid of' };
    }
    case 'budget':
      return {
        does: `sets ${listed(action, ['daily', 'total'], usd)} for`,
        label: 'Set the budget of',
      };
    case 'flight':
      return {
        does: `sets ${listed(action, ['start', 'end'], String)} for`,
        label: 'Set the dates of',
      };
    case 'approve':
      return { does: 'approves all that waits of', label: 'Approve' };
    case 'undo':
      return { does: 'takes back the change of', label: 'Take back' };
  }
}

const STATE_WORDS = {
  active: { does: 'starts', label: 'Start' },
  paused: { does: 'pauses', label: 'Pause' },
  archived: { does: 'archives', label: 'Archive' },
} as const;

const FIELD_WORDS: Readonly<Record<string, string>> = {
  daily: 'the budget a day',
  total: 'the budget in all',
  start: 'the start',
  end: 'the end',
};

function listed(
  action: object,
  fields: readonly string[],
  words: (value: never) => string,
): string {
  const values = new Map<string, unknown>(Object.entries(action));
  return fields
    .filter((field) => values.has(field))
    .map((field) => `${FIELD_WORDS[field]} to ${words(values.get(field) as never)}`)
    .join(' and ');
}

export const campaignsWords = (n: number) => `${count(n)} ${n === 1 ? 'campaign' : 'campaigns'}`;

/** What did not change, each reason with how many campaigns it holds for. */
export function keptSentences(results: readonly BulkResult[]): readonly string[] {
  return (['unchanged', 'refused'] as const).flatMap((outcome) => {
    const kept = results.filter((one) => one.outcome === outcome);
    if (kept.length === 0) return [];
    const byReason = Map.groupBy(kept, ({ reason }) => reason);
    const reasons = [...byReason].map(([reason, { length }]) => {
      const words = length === 1 ? reason : ofSeveral(reason);
      return byReason.size === 1 ? words : `${words} (${count(length)})`;
    });
    const stays = kept.length === 1 ? 'stays as it is' : 'stay as they are';
    const verb =
      outcome === 'unchanged' ? stays : kept.length === 1 ? 'was refused' : 'were refused';
    return `${count(kept.length)} ${verb}: ${reasons.join(', ')}.`;
  });
}

/** The server says it of one campaign. */
function ofSeveral(reason: string): string {
  return reason
    .replace(/^it is a draft$/, 'they are drafts')
    .replace(/^it is /, 'they are ')
    .replace(/^it has /, 'they have ')
    .replace(/^it pays /, 'they pay ')
    .replace(/^none of its creatives waits/, 'none of their creatives waits');
}

export const changedOf = (results: readonly BulkResult[]) =>
  results.filter(({ outcome }) => outcome === 'changed');

/** Of the button that selects beyond the page. */
export const selectWords = (total: number): string =>
  `Select ${total > SELECTED_MAX ? `${count(SELECTED_MAX)} of` : 'all'} ${count(total)} that match`;

/** How many more match where as many are selected as can be. */
export const leftOf = (selected: number, total = 0): number =>
  selected < SELECTED_MAX ? 0 : total - selected;
