import type {
  AskedPartner,
  AuctionImp,
  AuctionRecord,
  RefusedRecord,
} from '../../../../core/auction/explain.ts';
import { type Explained, lossOf, noBidWords, skipWords } from '../../../../ui/shell/words.ts';

/** One code stands for several faults: the field, or the kind of sentence, tells which. */
const REFUSAL_CASES: readonly (readonly [
  code: string,
  isCase: (refused: Pick<RefusedRecord, 'field' | 'reason'>) => boolean,
  what: string,
  todo: string,
])[] = [
  [
    'INVALID_REQUEST',
    ({ field = '' }) => field.endsWith('.native'),
    'An impression does not say what it has room for: native.request is missing',
    'Send it in the native object of the impression, as a string of JSON with the assets. The examples under Try it have one.',
  ],
  [
    'INVALID_REQUEST',
    ({ field = '' }) => field.endsWith('.id'),
    'Two impressions have the same id',
    'Give each impression an id of its own: the answer names the impression by it.',
  ],
  [
    'INVALID_REQUEST',
    ({ field, reason }) => field === undefined && reason.startsWith('expected at most one of'),
    'The request is of more than one place',
    'Send one of site, app and dooh, and leave out the others.',
  ],
  [
    'INVALID_REQUEST',
    ({ field, reason }) => field === undefined && /line \d/.test(reason),
    'The body was not JSON',
    'The reason has the line and the column. Paste the body under Try it, which shows the place.',
  ],
  [
    'MISSING_REQUIRED_FIELD',
    ({ field = '', reason }) => /^imp\[\d+\]$/.test(field) && reason.startsWith('native:'),
    'An impression asks for no native ad',
    'Give it a native object with a request. Banners, video and audio are not sold here; /openrtb2/auction leaves such impressions out.',
  ],
  [
    'UNSUPPORTED_FORMAT',
    ({ field }) => field !== undefined,
    'The native request has another version',
    'Send version 1.2 of the native specification.',
  ],
  [
    'UNSUPPORTED_FORMAT',
    () => true,
    'The body was not sent as JSON',
    'Send Content-Type: application/json, plain or gzip.',
  ],
];

/** What was wrong with a refused request, and what to do. */
export function refusalAdvice({
  code,
  field,
  reason,
}: Pick<RefusedRecord, 'code' | 'field' | 'reason'>): Explained {
  const found = REFUSAL_CASES.find(([of, isCase]) => of === code && isCase({ field, reason }));
  if (found === undefined) return lossOf(code);
  const [, , what, todo] = found;
  return { what, todo };
}

/** Why an impression was not sold, and what to do, from what happened in this auction. */
export function adviceFor(imp: AuctionImp, record: AuctionRecord): Explained {
  const { noBidReason, bids } = imp;
  const heldBy = HELD_BY[noBidReason ?? ''];
  if (heldBy !== undefined) return heldAdvice(imp, record, heldBy) ?? noBidWords(noBidReason);
  // Another reason than these two names its cause itself.
  const isVague = noBidReason === 'no-demand' || noBidReason === 'timeout';
  if (!isVague || bids.length > 0) return noBidWords(noBidReason);
  const stray = record.strayBids[0];
  if (stray !== undefined) {
    return {
      what: `${stray.partner} bid on impression “${stray.impid}”, which the request does not have`,
      todo: 'Tell the partner: impid of its bid has to be the id of an impression.',
    };
  }
  return partnersAdvice(record.partners) ?? noBidWords(noBidReason);
}

/** Campaigns that are named; the explanation below has them all. */
const NAMED_MAX = 3;

/** By the reason of which nothing more is known than that campaigns were held back. */
const HELD_BY: Readonly<Record<string, string>> = {
  budget: 'Held back by budget or pace',
  'off-topic': 'About something else',
};

/** Campaigns that were held back from bidding, or that had won and could not pay. */
function heldAdvice(
  { bids, noBidReason }: AuctionImp,
  { partners }: AuctionRecord,
  heldBy: string,
): Explained | undefined {
  const held = partners.flatMap(heldOf).filter(({ reason }) => reason === noBidReason);
  const faults = [
    ...held.map(({ campaign, fault }) => `${campaign} (${fault})`),
    ...bids.filter(({ code }) => code === CANNOT_PAY).map(({ id, fate }) => `${id} (${fate})`),
  ];
  if (faults.length === 0) return undefined;
  const more = faults.length > NAMED_MAX ? [`${faults.length - NAMED_MAX} more`] : [];
  return {
    what: `${heldBy}: ${list([...faults.slice(0, NAMED_MAX), ...more])}`,
    todo: 'The page of each campaign shows why, and how often this happened.',
  };
}

/** The loss code of a bid that had won. */
const CANNOT_PAY = 1;

/** The campaigns of a partner that were held back. */
export function heldOf({ passed = [] }: AskedPartner) {
  return passed.flatMap((one) => ('campaign' in one ? one : []));
}

/** Partners that could not bid come before advice about the request. */
function partnersAdvice(partners: readonly AskedPartner[]): Explained | undefined {
  const named = (answers: readonly AskedPartner['answer'][]) =>
    partners.filter(({ answer }) => answers.includes(answer));
  const failed = named(['failed', 'malformed']);
  const late = named(['timeout']);
  const skipped = named(['skipped']);
  if (failed.length > 0) {
    const faults = failed.map(({ name, reason }) => `${name} (${reason ?? 'no reason given'})`);
    return {
      what: `${list(faults)} failed, and nobody else bid`,
      todo: 'Tell the partner, or check its URL in the config. The request is not the cause.',
    };
  }
  if (late.length > 0) {
    return {
      what: `${list(late.map(({ name }) => name))} did not answer in time, and nobody else bid`,
      todo: 'Raise tmax or the partner’s timeoutMs, or ask the partner to answer faster.',
    };
  }
  if (partners.length > 0 && skipped.length === partners.length) {
    const why = skipped.map(({ name, reason = '' }) => `${name}: ${skipWords(reason)}`);
    return { what: 'No partner was asked', todo: `${why.join('; ')}.` };
  }
  return undefined;
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}
