import example from '../../examples/request.json';
import { NOTHING_SENSITIVE } from '../auction/find-sensitive.ts';
import { NO_RULES } from '../auction/rules.ts';
import { createCampaignsPartner } from '../demand/campaigns/campaigns-partner.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../demand/campaigns/default-campaigns.ts';
import { CampaignsFault, readCampaigns } from '../demand/campaigns/read-campaigns.ts';
import { createExchange } from '../exchange/exchange.ts';
import { createPublicPort, type Service } from '../http/public-port.ts';
import { ownMemory } from '../limits/limit-counters.ts';
import { createMachineLimiter } from '../limits/machine-limiter.ts';
import { createNoticeKeys } from '../notices/keys.ts';
import { createSeller } from '../notices/sell.ts';
import { passTrace } from '../observe/trace.ts';
import { WHOLE_SHARE } from '../sale/fact.ts';
import type { Surroundings } from './work.ts';

/** After so many requests the engine has compiled the code that every request runs. */
export const WARM_UP_REQUESTS = 150;

/** On a slow machine the warm-up ends here, and the first real requests are slower. */
const WARM_UP_MS_MAX = 250;

const PUBLIC_URL = 'http://warm-up.invalid';

/**
 * Serves requests of its own before the port is opened, so that a fresh or replaced worker does not begin with slow
 * answers. They go through the whole public port with sample campaigns, and leave no trace: the limiter has memory of
 * its own, there are no budgets, no partner is called, and nothing is recorded.
 */
export async function warmUp(surroundings: Surroundings): Promise<readonly number[]> {
  const { tickMs } = surroundings;
  const { answer } = createPublicPort({
    ...surroundings,
    service: serviceFor(surroundings),
    admissionQueue: { enter: () => 'serve' },
    onError: (error) => surroundings.log.error({ err: error }, 'a warm-up request failed'),
  });
  const body = JSON.stringify({ ...example, test: 0 });
  const headers = { 'Content-Type': 'application/json' };
  const untilMs = tickMs() + WARM_UP_MS_MAX;
  const statuses: number[] = [];
  while (statuses.length < WARM_UP_REQUESTS && tickMs() < untilMs) {
    const request = new Request(`${PUBLIC_URL}/openrtb2`, { method: 'POST', headers, body });
    const response = await answer(request, '192.0.2.1');
    await response.text();
    statuses.push(response.status);
  }
  return statuses;
}

function serviceFor(surroundings: Surroundings): () => Service {
  const limits = {
    globalPerSecond: WARM_UP_REQUESTS,
    publisherPerSecond: WARM_UP_REQUESTS,
    ipPerSecond: WARM_UP_REQUESTS,
  };
  const limiter = createMachineLimiter(limits, ownMemory(limits), surroundings.nowMs);
  const service: Service = {
    bid: createExchange({
      ...surroundings,
      limiter,
      locate: () => undefined,
      authorize: () => undefined,
      auction: {
        partners: [samplePartner()],
        rulesOf: () => NO_RULES,
        rates: new Map(),
        defaultType: 1,
        timeoutMs: WARM_UP_MS_MAX,
        findSensitive: () => NOTHING_SENSITIVE,
      },
      sell: createSeller({
        publicUrl: PUBLIC_URL,
        keys: createNoticeKeys([surroundings.newId()]),
        machine: 0,
        nowMs: surroundings.nowMs,
        billOnOf: () => 'burl',
        shareOf: () => WHOLE_SHARE,
        trackersOf: () => 'client',
      }),
      beginTrace: passTrace,
      onRecordError() {},
      recorder: { auction() {}, refusal() {}, withoutNative() {} },
    }),
    receiveNotice: async () => ({ status: 204, body: null, headers: {} }),
    findCaller: (peer) => peer ?? '',
    lookAtLimits: limiter.look,
    isSelling: () => true,
    documents: { find: () => undefined, paths: [] },
    noBidDetails: {},
  };
  return () => service;
}

function samplePartner() {
  const campaigns = readCampaigns(DEFAULT_CAMPAIGNS_FILE);
  if (campaigns instanceof CampaignsFault) throw new Error(campaigns.message);
  return {
    partner: createCampaignsPartner({ name: 'warm-up', campaigns, imageBaseUrl: PUBLIC_URL }),
    standing: { gvlId: undefined, needsConsent: false },
    isPaused: () => false,
  };
}
