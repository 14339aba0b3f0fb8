/**
 * What one request costs without a socket, from the text of its body to a `Response`, with the demand that
 * comes with Parley; and what its steps cost alone. CPU of the whole process, the least of several rounds,
 * since other work only adds.
 */

import { award } from '../../src/auction/award.ts';
import { NOTHING_SENSITIVE } from '../../src/auction/find-sensitive.ts';
import { judge, rejectionsBy } from '../../src/auction/judge.ts';
import { openImps } from '../../src/auction/open-imps.ts';
import { NO_RULES } from '../../src/auction/rules.ts';
import { type ReadyPartner, solicit } from '../../src/auction/solicit.ts';
import { createExchange } from '../../src/exchange/exchange.ts';
import { respond } from '../../src/exchange/respond.ts';
import { outcomeResponse } from '../../src/http/reply.ts';
import { ownMemory } from '../../src/limits/limit-counters.ts';
import { createMachineLimiter } from '../../src/limits/machine-limiter.ts';
import { Refusal } from '../../src/openrtb/refusal.ts';
import { validate } from '../../src/openrtb/validate.ts';
import { protect } from '../../src/privacy/protect.ts';
import { catalog, house, NOW_MS, shop, standing } from '../demand/embedded.ts';
import { numberedBodies } from '../requests.ts';
import { SELLING } from '../selling.ts';

const ROUNDS = 9;
const CALLS = 8000;
/** Then the loop turns, as it does in a server, and what is left for after the reply is done. */
const BATCH = 16;
const LIMITS = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };

const termsWith = (partners: readonly ReadyPartner[]) => ({
  partners: () => partners,
  rulesOf: () => NO_RULES,
  rates: new Map<string, number>(),
  defaultType: 1 as const,
  timeoutMs: 500,
  findSensitive: () => NOTHING_SENSITIVE,
});
const tickMs = () => performance.now();
const newId = () => crypto.randomUUID();
const exchangeWith = (partners: readonly ReadyPartner[]) =>
  createExchange({
    limiter: createMachineLimiter(LIMITS, ownMemory(LIMITS), Date.now),
    locate: () => undefined,
    auction: termsWith(partners),
    tickMs,
    nowMs: () => NOW_MS,
    chance: Math.random,
    newId,
    ...SELLING,
  });

const texts = numberedBodies();
let turn = 0;
const nextText = () => texts[turn++ % texts.length] ?? '';

/** As in the server: body, outcome, response. */
/** For a caller that is a server and takes no gzip. */
const PLAIN = { cors: {}, methods: '', isGzipAccepted: false, isLast: false } as const;

function wholeWith(partners: readonly ReadyPartner[]): () => Promise<Response> {
  const exchange = exchangeWith(partners);
  return async () => {
    const text = nextText();
    const requestId = newId();
    const { outcome, limit } = await exchange(
      {
        origin: null,
        caller: '192.0.2.1',
        requestId,
        arrivedMs: tickMs(),
        isOverloaded: false,
        headers: new Headers(),
        readBody: async () => ({ text, bytes: text.length, repairs: [] }),
      },
      'strict',
    );
    return outcomeResponse(outcome, { requestId, limit, ...PLAIN }, { details: {} });
  };
}

const request = validate(JSON.parse(nextText()));
if (request instanceof Refusal) throw new Error(request.details.reason);
const terms = termsWith([house, shop]);
const inventory = openImps(request, { rules: NO_RULES, ...terms });
const { open, currency } = inventory;
const judgement = { request, imps: open, rules: NO_RULES, rates: terms.rates, passed: new Map() };
const rejectionOf = rejectionsBy(judgement);
const solicitation = {
  request,
  imps: open,
  nowMs: NOW_MS,
  chance: Math.random,
  onlyRelevant: false,
  rejectionOf,
};
const ask = (partner: ReadyPartner) =>
  solicit({
    partners: [partner],
    solicitations: [solicitation],
    endsMs: tickMs() + 400,
    trace: undefined,
    tickMs,
  });
// Once, so that the offers are known.
const asked = [...(await ask(house)), ...(await ask(shop))];
const solicitations = [solicitation, solicitation];
const decide = () =>
  award(open, judge(asked, { ...judgement, passed: new Map() }, solicitations).candidates, {
    type: 1,
    isTest: false,
    chance: Math.random,
  });
const { wins } = decide();
const sale = {
  auctionId: newId(),
  bidResponseId: newId(),
  request,
  currency,
  noticeUrls: 'all' as const,
};
const sell = () => SELLING.sell(wins, sale);
const sold = sell();
const result = { inventory, views: [], solicitations, asked, wins, losses: [] };
const { bidResponseId } = sale;
const context = { request, result, warnings: [], bidResponseId, newId, labelsAi: () => true };
const response = respond(sold, context);
const bodyText = JSON.stringify(response);
const stamp = {
  requestId: newId(),
  limit: { scope: 'ip', limit: 100, remaining: 99, resetSec: 1_800_000_000 },
  ...PLAIN,
} as const;

const CASES: Readonly<Record<string, () => unknown>> = {
  'whole request': wholeWith([house, shop]),
  'the same, campaigns only': wholeWith([house]),
  'the same, no partners': wholeWith([]),
  'JSON.parse of the body': () => JSON.parse(nextText()),
  validate: () => validate(request.wire),
  'open and protect': () => {
    openImps(request, { rules: NO_RULES, ...terms });
    return protect(request, [standing, standing]);
  },
  'ask the campaigns': () => ask(house),
  'ask the product search': () => ask(shop),
  'judge and award': decide,
  'sell, with signed notices': sell,
  respond: () => respond(sold, context),
  'JSON.stringify of the answer': () => JSON.stringify(response),
  'Response with its headers': () => outcomeResponse(response, stamp, { details: {} }),
};

async function cpuUsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) {
    const result = work();
    if (result instanceof Promise) await result;
    if (call % BATCH === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

const least = new Map<string, number>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, work] of Object.entries(CASES)) {
    least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, await cpuUsOf(work)));
  }
}
process.stdout.write(
  `an answer of ${bodyText.length} bytes; the least of ${ROUNDS} rounds of ${CALLS} calls\n`,
);
for (const [name, us] of least) {
  process.stdout.write(`${name.padEnd(30)} ${us.toFixed(1).padStart(7)} µs\n`);
}
await catalog.stop();
process.exit(0);
