/** Prints, for every list and text that a caller or a partner can fill, how much work the exchange does with it. */
import { NoBid } from '../../src/openrtb/no-bid.ts';
import { Refusal } from '../../src/openrtb/refusal.ts';
import { answerOf, bidOf, OF_CALLERS, OF_PARTNERS, requestOf } from './containers.ts';
import { filledAt } from './fill.ts';
import { createFlow, type Flow, type FlowOptions, PARTNERS } from './flow.ts';
import {
  DEALS_OF_OTHERS,
  FULL_REQUEST,
  LARGE_BID,
  LINKED_REQUEST,
  MACROS_IN_LINKS,
  MACROS_IN_TRACKERS,
  MANY_BIDS,
  MANY_DEAL_BIDS,
} from './full.ts';
import { placesIn } from './schema-places.ts';
import { UNCHECKED_LISTS, UNCHECKED_TEXTS } from './unchecked.ts';
import { type WorkLine, workMaxOf } from './work-limit.ts';
import { startMeter } from './work-meter.ts';

function outcomeOf(outcome: Awaited<ReturnType<Flow['serve']>>): string {
  if (outcome instanceof Refusal) return `${outcome.code} ${outcome.details.field ?? ''}`;
  return outcome instanceof NoBid ? outcome.reason : 'bid';
}

type Case = { readonly name: string; readonly request: string; readonly answers: FlowOptions };

const fillings = OF_CALLERS.flatMap((container) =>
  placesIn(container.schema).flatMap((place) =>
    filledAt(place, container).map((filled) => ({ ...filled, kind: place.kind })),
  ),
);
const unchecked = [UNCHECKED_LISTS, UNCHECKED_TEXTS].flatMap((container) =>
  placesIn(container.schema).flatMap((place) => filledAt(place, container).slice(0, 1)),
);
const answers = OF_PARTNERS.flatMap((container) =>
  placesIn(container.schema).flatMap((place) =>
    filledAt(place, container).map((filled) => ({ ...filled, prefix: container.prefix })),
  ),
);
const ONE_BID = JSON.stringify(answerOf(bidOf()));
const SEARCHED = JSON.stringify({ ...requestOf(), site: { keywords: 'shoes' } });

const cases: readonly Case[] = [
  { name: 'an ordinary request', request: SEARCHED, answers: {} },
  { name: 'every list × many bids', request: FULL_REQUEST, answers: { answer: MANY_DEAL_BIDS } },
  { name: 'every list × a large bid', request: FULL_REQUEST, answers: { answer: LARGE_BID } },
  { name: 'deals of others × seats', request: DEALS_OF_OTHERS, answers: { answer: ONE_BID } },
  { name: 'macros in links', request: LINKED_REQUEST, answers: { answer: MACROS_IN_LINKS } },
  { name: 'macros in trackers', request: SEARCHED, answers: { answer: MACROS_IN_TRACKERS } },
  // Only lists are compared with those of bids.
  ...fillings.map(({ name, text, kind }) => ({
    name,
    request: text,
    answers: { answer: kind === 'list' ? MANY_BIDS : ONE_BID },
  })),
  ...unchecked.map(({ name, text }) => ({ name, request: text, answers: { answer: ONE_BID } })),
  ...answers.map(({ name, text, prefix }) => ({
    name,
    request: SEARCHED,
    answers: prefix === 'offer ' ? { offers: text } : { answer: text },
  })),
];

const only = process.argv[2];
const meter = startMeter();
for (const { name, request, answers } of cases) {
  if (only !== undefined && !name.includes(only)) continue;
  const flow = createFlow(answers);
  const sent = (answers.answer?.length ?? 0) * (PARTNERS - 2) + (answers.offers?.length ?? 0);
  const bytes = request.length + sent;
  let outcome = 'none';
  const work = await meter.measure(workMaxOf(bytes), async () => {
    outcome = outcomeOf(await flow.serve(request));
  });
  const line: WorkLine = { name, bytes, work, outcome };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
process.exit(0);
