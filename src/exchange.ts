import { SAMPLE_SEAT, sampleBid, sampleTestBid } from './demand/sample/sample-partner.ts';
import { parseJson } from './lib/json.ts';
import { isObject } from './lib/schema-fault.ts';
import type { Limiter, LimitState } from './limits/limiter.ts';
import type { Log } from './observe/log.ts';
import type { Bid, BidResponse, NonBid, Warning } from './openrtb/bid-response.ts';
import { integrationLevel } from './openrtb/integration-level.ts';
import { NoBid } from './openrtb/no-bid.ts';
import { Refusal, refuse } from './openrtb/refusal.ts';
import { type ValidRequest, validate } from './openrtb/validate.ts';
import { warnOfSize } from './openrtb/warnings.ts';

/** A call to `/openrtb2` whose body has not been read yet. */
export type Arrival = {
  /** What the IP limit counts by. */
  readonly caller: string;
  readonly readBody: () => Promise<Body | Refusal>;
};

export type Body = { readonly text: string; readonly bytes: number };

export type Outcome = BidResponse | NoBid | Refusal;

/** What becomes of a request, and where its limits stand. */
export type Settled = { readonly outcome: Outcome; readonly limit: LimitState };

export type Exchange = (arrival: Arrival) => Promise<Settled>;

export type ExchangeParts = {
  readonly limiter: Limiter;
  readonly log: Log;
  readonly newId: () => string;
};

/** The spine: one bid request, from bytes to outcome. */
export function createExchange({ limiter, log, newId }: ExchangeParts): Exchange {
  return async ({ caller, readBody }) => {
    const admission = limiter.admit(caller);
    if (!admission.isAdmitted) return { outcome: tooMany(admission.state), limit: admission.state };

    const body = await readBody();
    if (body instanceof Refusal) return { outcome: body, limit: admission.state };

    const parsed = parseJson(body.text);
    if (parsed.kind === 'fault') {
      return { outcome: refuse.invalidJson(parsed.reason), limit: admission.state };
    }

    const publisher = publisherOf(parsed.value);
    const { isAdmitted, state: limit } =
      publisher === undefined
        ? admission
        : limiter.admitPublisher({ ip: caller, publisher, state: admission.state });
    if (!isAdmitted) return { outcome: tooMany(limit), limit };

    const request = validate(parsed.value);
    if (request instanceof Refusal) return { outcome: request, limit };

    const warnings = [...request.warnings, ...warnOfSize(body.bytes)];
    for (const { code, field } of warnings) log.debug({ code, field }, 'request warning');
    return { outcome: auction(request, warnings, newId), limit };
  };
}

function tooMany({ scope, limit }: LimitState): Refusal {
  return refuse.rateLimited(`more than ${limit} requests in this second (${scope} limit)`);
}

/** Ruling 39, read before validation so that invalid requests count too (ruling 41). */
function publisherOf(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  for (const channel of [body.site, body.app]) {
    const publisher = isObject(channel) ? channel.publisher : undefined;
    const id = isObject(publisher) ? publisher.id : undefined;
    if (typeof id === 'string') return id;
  }
  return undefined;
}

function auction(
  { wire, imps }: ValidRequest,
  warnings: readonly Warning[],
  newId: () => string,
): BidResponse | NoBid {
  const bids: Bid[] = [];
  const nonbid: NonBid[] = [];
  for (const imp of imps) {
    const bid = sampleBid(imp, newId);
    if (bid === undefined) nonbid.push({ impid: imp.imp.id, reason: 'no-format-match' });
    const filled = bid ?? (wire.test === 1 ? sampleTestBid(imp, newId) : undefined);
    if (filled !== undefined) bids.push(filled);
  }
  if (bids.length === 0) return new NoBid('no-format-match');
  const response: BidResponse = {
    id: wire.id,
    bidid: newId(),
    cur: 'USD',
    seatbid: [{ seat: SAMPLE_SEAT, bid: bids }],
  };
  if (wire.test !== 1) return response;
  const test = { valid: true as const, warnings, integrationLevel: integrationLevel(wire), nonbid };
  return { ...response, ext: { service: { test } } };
}
