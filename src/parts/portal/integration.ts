import type { BidRequest } from '../../core/openrtb/bid-request.ts';
import {
  type IntegrationPart,
  integrationLevel,
  missingParts,
} from '../../core/openrtb/integration-level.ts';
import type { Host } from '../../host/host.ts';
import { rememberedIn } from '../../host/machine/pool.ts';
import { SAMPLE_REQUEST } from '../../host/worker/sample-request.ts';
import { listFor } from './requests.ts';

/** What the level of an integration says. */
const LEVELS: Readonly<Record<1 | 2 | 3 | 4, string>> = {
  1: 'Basic: your requests are valid, and get ads that fit anywhere.',
  2: 'Formats: your requests say which formats the page can show.',
  3: 'Context: your requests say what the conversation is about.',
  4: 'Complete: your requests have everything that brings bids.',
};

/** What to do about each part that a request does not have. */
const STEPS: Readonly<Record<IntegrationPart, string>> = {
  formats: 'Declare the formats that your page can show, in imp[].ext.service.adcpFormats.',
  context: 'Send signals of the conversation in ext.service: they bring higher bids.',
  'product-search': 'Send the price that somebody has in mind in imp[].ext.service_product_search.',
};

/** A request that is too large is remembered without its body. */
const TESTS_ASKED_MAX = 5;

export type IntegrationState = {
  /** null: no test is remembered. */
  readonly level: 1 | 2 | 3 | 4 | null;
  readonly meaning: string;
  readonly next: readonly string[];
  readonly lastAt: string | null;
};

/** How far it is, by the last request in test mode that is remembered. */
export async function integrationOf(
  sources: Pick<Host, 'pool'>,
  publisher: string,
): Promise<IntegrationState> {
  const { rows } = await listFor(sources, publisher);
  const tests = rows.filter((row) => row.outcome !== 'refused' && row.isTest);
  for (const { requestId, timeMs } of tests.slice(0, TESTS_ASKED_MAX)) {
    const request = rememberedIn(await sources.pool.ask('request', requestId, publisher));
    if (typeof request !== 'string') continue;
    const wire = JSON.parse(request) as BidRequest;
    const level = integrationLevel(wire);
    const steps = missingParts(wire).map((part) => STEPS[part]);
    const next = steps.length === 0 ? ['Leave out test: 1 to go live.'] : steps;
    return { level, meaning: LEVELS[level], next, lastAt: new Date(timeMs).toISOString() };
  }
  return {
    level: null,
    meaning: 'No request of yours in test mode is remembered.',
    next: ['Send a request with test: 1: it always gets an ad, and nothing is billed.'],
    lastAt: null,
  };
}

type SnippetTerms = {
  readonly publisher: string;
  readonly publicUrl: string;
  readonly needsKey: boolean;
};

/** Stands where people put their key: a snippet never has one. */
const KEY_VARIABLE = 'PARLEY_KEY';

export type Snippet = { readonly name: string; readonly title: string; readonly text: string };

/** Code that asks for ads as this publisher, in test mode. */
export const snippetsOf = (terms: SnippetTerms): readonly Snippet[] => [
  { name: 'kit', title: 'Your chat’s server', text: kitText(terms) },
  { name: 'prebid-js', title: 'Prebid.js', text: prebidText(terms) },
  { name: 'curl', title: 'curl', text: curlText(terms) },
];

const quoted = (text: string) => JSON.stringify(text);

function kitText({ publisher, publicUrl, needsKey }: SnippetTerms): string {
  const key = needsKey ? `\n  key: process.env.${KEY_VARIABLE},` : '';
  return `import { createParley } from '@parley/kit';

const parley = createParley({
  url: ${quoted(publicUrl)},
  publisher: ${quoted(publisher)},${key}
  test: true, // leave it out to go live
});

const { ad, reason } = await parley.ask({ messages });
console.log(ad?.title ?? \`no ad: \${reason}\`);
`;
}

const KEY_IN_A_PAGE =
  '// Your requests need a key, which a page must not have: ask from your server instead.\n';

function prebidText({ publisher, publicUrl, needsKey }: SnippetTerms): string {
  return `${needsKey ? KEY_IN_A_PAGE : ''}pbjs.addAdUnits([{
  code: 'ad',
  mediaTypes: {
    native: {
      ortb: {
        ver: '1.2',
        assets: [
          { id: 1, required: 1, title: { len: 60 } },
          { id: 2, img: { type: 3, wmin: 600, hmin: 314 } },
          { id: 3, data: { type: 1 } },
        ],
      },
    },
  },
  bids: [{
    bidder: 'parley',
    params: { endpoint: ${quoted(publicUrl)}, publisherId: ${quoted(publisher)}, test: true },
  }],
}]);
`;
}

function curlText({ publisher, publicUrl, needsKey }: SnippetTerms): string {
  const { site, ...rest } = SAMPLE_REQUEST;
  const request = { id: 'test-1', ...rest, site: { ...site, publisher: { id: publisher } } };
  const key = needsKey ? ` \\\n  -H "Authorization: Bearer $${KEY_VARIABLE}"` : '';
  const body = JSON.stringify(request, null, 2).replaceAll("'", "'\\''");
  return `curl -i ${shellQuoted(`${publicUrl}/openrtb2`)} \\
  -H 'Content-Type: application/json'${key} \\
  -d '${body}'
`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
