/**
 * Why a campaign that runs on a request is held back, in words that end a sentence about it. A portion is this machine's part
 * of the budget; it is filled again within about a second.
 */
export const HOLD_WORDS = {
  portion: 'this machine’s part of its budget was used up for the moment',
  budget: 'its budget is spent, or reserved for ads that are sold',
  pace: 'it is ahead of its pace',
  ledger: 'its budget could not be checked',
  cap: 'a frequency cap of it is reached',
  topic: 'the conversation is about something else',
} as const;

export type HoldCause = keyof typeof HOLD_WORDS;

/** What the owner of a campaign can do where most is held back. */
export const HOLD_ADVICE: Readonly<Record<HoldCause, string>> = {
  budget: 'Its budget is used up: raise it.',
  pace: 'It could sell more than its pace allows: raise the budget, or set pacing to asap.',
  portion:
    'Requests come faster than its budget is handed out. There is nothing to do if that was a burst; if it goes on, look at Live for a slow database.',
  ledger: 'Its budget could not be checked: look at Live for the state of the ledger.',
  topic:
    'Its targeting matches conversations about something else than its ad. If they are the right ones, say so in the categories, the title, the text or the keywords; if not, target other words.',
  cap: 'Its frequency caps hold it back, as they should. Raise atMost if it should be seen more often.',
};

/** Causes that hold a campaign back where it should be: they are no fault of its budget. */
export const WANTED_CAUSES: readonly HoldCause[] = ['cap', 'topic'];

/** Their order is that of counters in shared memory. */
export const HOLD_CAUSES = Object.keys(HOLD_WORDS) as readonly HoldCause[];

/** Why there is no bid, as the caller is told, where nothing else is known than that a campaign was held back. */
export function holdReason(cause: HoldCause): 'budget' | 'capped' | 'off-topic' {
  if (cause === 'topic') return 'off-topic';
  return cause === 'cap' ? 'capped' : 'budget';
}
