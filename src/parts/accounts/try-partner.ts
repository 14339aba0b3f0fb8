import { gunzipSync } from 'node:zlib';
import { checkBid, type Judgement } from '../../core/auction/check-bid.ts';
import { Drop } from '../../core/auction/drop.ts';
import { NOTHING_SENSITIVE } from '../../core/auction/find-sensitive.ts';
import { rejectionOf } from '../../core/auction/judge.ts';
import { openImps } from '../../core/auction/open-imps.ts';
import {
  type CallFailure,
  type HttpCall,
  type HttpPartner,
  type HttpReply,
  NO_EXPOSURE,
  type PartnerBid,
  type PartnerReply,
  type Send,
} from '../../core/auction/partner.ts';
import { NO_RULES } from '../../core/auction/rules.ts';
import { validate } from '../../core/openrtb/validate.ts';
import { createPartner, type PartnerConfig, type PartnerParts } from '../../demand/kinds.ts';
import { createRateBook } from '../../demand/rate-book.ts';
import type { Config } from '../../host/config/config.ts';
import { assembleFormats, currenciesOf, ratesOf } from '../../host/worker/assemble.ts';
import { SAMPLE_REQUEST } from '../../host/worker/sample-request.ts';
import { fromMicros } from '../../lib/money.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { Refusal } from '../../lib/refusal.ts';

type TryParts = {
  readonly config: Config;
  readonly publicUrl: string;
  readonly catalogUrl: string | undefined;
  readonly send: Send;
  readonly newId: () => string;
  readonly nowMs: () => number;
  readonly tickMs: () => number;
  readonly chance: () => number;
};

const WAIT_MS_MAX = 5000;

/** What became of one sample request. */
export type PartnerTrial = Awaited<ReturnType<typeof tryPartner>>;

type TriedEntry = Exclude<DeepReadonly<PartnerConfig>, { readonly kind: 'campaigns' }>;

/** Asks a partner once, outside any auction, and judges its bids as an auction would. */
export async function tryPartner(entry: TriedEntry, parts: TryParts) {
  const { send, tickMs } = parts;
  const { partner, judgement, inquiry } = inquire(entry, parts);
  const waitMs = waitMsOf(partner);
  const startMs = tickMs();
  const [call] = 'calls' in inquiry ? inquiry.calls : [];
  const reply = call === undefined ? undefined : await send(call, waitMs);
  const tookMs = Math.round((tickMs() - startMs) * 100) / 100;
  const answer = answerOf(inquiry, reply);
  const bids = 'bids' in answer ? answer.bids : [];
  return {
    call: call && { ...call, body: textOf(call) },
    reply,
    tookMs,
    answer,
    bids: bids.map((bid) => judged(partner.name, bid, judgement)),
  };
}

function waitMsOf({ timeoutMs }: HttpPartner): number {
  return Math.min(timeoutMs ?? WAIT_MS_MAX, WAIT_MS_MAX);
}

function inquire(entry: TriedEntry, parts: TryParts) {
  const { config, newId, nowMs, chance } = parts;
  const partner = createPartner(entry, partsOf(parts));
  if (partner.kind !== 'http') throw new Error('only a partner behind HTTP can be tried');
  const request = validate({ ...SAMPLE_REQUEST, id: newId() });
  if (request instanceof Refusal) throw new Error(`the sample: ${request.details.reason}`);
  const rates = ratesOf(config);
  const rules = { ...NO_RULES, formats: assembleFormats(config) };
  const { open } = openImps(request, rules, { rates, findSensitive: () => NOTHING_SENSITIVE });
  const judgement: Judgement = { request, imps: open, rules, rates, passed: [] };
  const auction = { ...judgement, ...NO_EXPOSURE, nowMs: nowMs(), chance };
  const solicitation = {
    request,
    imps: open,
    withheldDeals: [],
    auction: { ...auction, onlyRelevant: false, rejectionOf },
  };
  return { partner, judgement, inquiry: partner.ask(solicitation, waitMsOf(partner)) };
}

/** No campaign is among what can be tried. */
function partsOf({ config, publicUrl, catalogUrl, nowMs }: TryParts): PartnerParts {
  const { listen, auction } = config;
  return {
    publicUrl,
    catalogUrl,
    nowMs,
    rates: createRateBook(),
    campaigns: new Map(),
    createLive(name) {
      throw new Error(`${name} is no partner behind HTTP`);
    },
    exchangeDomain: listen.exchangeDomain ?? new URL(publicUrl).hostname,
    defaultAuctionType: auction.defaultType,
    currencies: currenciesOf(config),
  };
}

type TrialAnswer = PartnerReply | { readonly kind: 'failed'; readonly reason: string };

function answerOf(
  inquiry: ReturnType<HttpPartner['ask']>,
  reply: HttpReply | CallFailure | undefined,
): TrialAnswer {
  if (!('calls' in inquiry)) return inquiry;
  if (reply === undefined) return { kind: 'failed', reason: 'nothing was sent' };
  if ('failure' in reply) return { kind: 'failed', reason: reply.failure };
  return inquiry.read(inquiry.calls.map((_, index) => (index === 0 ? reply : undefined)));
}

/** In USD, with what the auction would say of it. */
function judged(partner: string, bid: PartnerBid, judgement: Judgement) {
  const verdict =
    judgement.passed.find((one) => one.bid === bid) ?? checkBid(partner, bid, judgement);
  const isDropped = verdict instanceof Drop;
  return {
    cpmUsd: fromMicros(isDropped ? bid.priceMicros : verdict.priceMicros),
    seat: bid.seat,
    domain: bid.adomain[0] ?? '',
    fault: isDropped ? verdict.reason : null,
  };
}

function textOf({ body }: HttpCall): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  return gunzipSync(body).toString();
}
