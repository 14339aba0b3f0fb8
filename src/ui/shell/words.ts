import { SKIP_WORDS } from '../../core/auction/answer-kinds.ts';
import { LOSS_REASONS } from '../../core/auction/drop.ts';
import { NO_BID } from '../../core/openrtb/no-bid.ts';
import { PUBLIC_CODES } from '../../lib/refusal-codes.ts';
import { fieldOf } from '../../lib/schema-fault.ts';

/** Explains a code of the exchange to people: its meaning, and a next step. */
export type Explained = { readonly what: string; readonly todo: string };

/** In the words of a code, the first sentence is the meaning. */
function explained(text: string): Explained {
  const [what = '', ...todo] = text.split('. ');
  return { what: what.replace(/\.$/, ''), todo: todo.join('. ') };
}

type Worded = { readonly words: string; readonly operator: string };

const forOperators = ({ words, operator }: Worded): Explained =>
  explained(`${words} ${operator}`.trimEnd());

const UNKNOWN_NO_BID = { words: 'There was no ad.', operator: 'The auction has the details.' };

/** An outcome in the list of auctions and in its filter: `bid`, `refused`, `no-bid` or the reason of one. */
export function outcomeWords(outcome: string): string {
  if (outcome === 'bid') return 'Sold';
  if (outcome === 'no-bid') return 'No ad';
  return outcome === 'refused' ? 'Refused' : noBidWords(outcome).what;
}

export const noBidWords = (reason: string | null | undefined): Explained =>
  forOperators(fieldOf<Worded>(NO_BID, reason ?? '') ?? UNKNOWN_NO_BID);

/** The loss reasons of OpenRTB that no bid here has: a publisher's loss notice may. */
const OTHER_LOSSES: Readonly<Record<number, string>> = {
  0: 'Won',
  2: 'The opportunity expired',
  5: 'Invalid auction id',
  8: 'No creative id',
  10: 'No data to approve the ad by',
  201: 'The ad awaits approval',
  202: 'The ad is not approved',
  211: 'Kind of ad not allowed',
  212: 'Animation too long',
};

function knownLoss(code: number): string | undefined {
  const words = LOSS_REASONS.find((one) => one.code === code)?.words;
  return words === undefined ? OTHER_LOSSES[code] : explained(words).what;
}

export const lossWords = (code: number): string => knownLoss(code) ?? `Lost (code ${code})`;

/** Codes by which a publisher's loss notice means something else than an auction here. */
const NOTICE_LOSSES: Readonly<Record<number, string>> = {
  0: 'It won there',
  1: 'An error on the publisher’s side',
  200: 'The publisher filtered the ad',
};

/** A reason in reports: of a request without an ad, of a refusal, or `loss-` with the code of a loss notice. */
export function reasonWords(reason: string): string {
  const [, digits] = /^loss-(\d+)$/.exec(reason) ?? [];
  if (digits !== undefined) {
    const code = Number(digits);
    const known = NOTICE_LOSSES[code] ?? knownLoss(code);
    return `Loss notice: ${known === undefined ? `code ${code}` : inSentence(known)}`;
  }
  const refused = fieldOf<Worded>(PUBLIC_CODES, reason);
  if (refused !== undefined) return `Refused: ${inSentence(explained(refused.words).what)}`;
  return fieldOf(NO_BID, reason) === undefined ? reason : noBidWords(reason).what;
}

/** Words that begin with a capital, within a sentence. `DSA` stays. */
function inSentence(words: string): string {
  return /^[A-Z][a-z ]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** Why a bid was dropped, by the name of the loss reason in metrics. */
export function dropWords(reason: string): Explained {
  const known = LOSS_REASONS.find(({ name }) => name === reason);
  if (known !== undefined) return explained(known.words);
  return { what: `Lost (${reason})`, todo: 'The auction has the details.' };
}

/** Why a partner was not asked. */
export const skipWords = (reason: string): string => fieldOf<string>(SKIP_WORDS, reason) ?? reason;

/** What calls and impressions of the funnel came to. */
const FUNNEL_LOSSES: Readonly<Record<string, string>> = {
  skipped:
    'Every partner was skipped. Partners shows the reason: paused, breaker open, capped, or without consent.',
  'answer-timeout':
    'The partner did not answer in time. Ask it to answer within tmax, or raise auction.timeoutMs.',
  'answer-failed':
    'The connection to the partner failed. Check its URL and whether it is up. The auction shows how the call failed.',
  'answer-malformed':
    'The partner’s answer could not be read. The auction names the fault. Tell the partner.',
  'answer-no_bid': 'The partner did not bid. Send more signals: keywords, context, price bounds.',
  unreadable: 'The bid could not be read. The auction names the fault. Tell the partner.',
  'not-reported':
    'No billing notice arrived. Check that the publisher calls burl when the ad is shown.',
  test: 'It was a test. No action is needed. Tests are never billed.',
};

/** Explains a reason of any kind. An unknown reason is shown as it is. */
export function lossOf(reason: string): Explained {
  if (reason.startsWith('drop-')) return dropWords(reason.slice('drop-'.length));
  const skip = fieldOf<string>(SKIP_WORDS, reason);
  if (skip !== undefined) return explained(`Not asked: ${skip}`);
  const coded = fieldOf<Worded>(NO_BID, reason) ?? fieldOf<Worded>(PUBLIC_CODES, reason);
  if (coded !== undefined) return forOperators(coded);
  const known = fieldOf(FUNNEL_LOSSES, reason);
  return known === undefined ? { what: reason, todo: '' } : explained(known);
}
