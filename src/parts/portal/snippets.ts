import { SAMPLE_REQUEST } from '../../host/worker/sample-request.ts';
import type { PortalSnippets } from './page/api.ts';

type SnippetTerms = {
  readonly publisher: string;
  readonly publicUrl: string;
  readonly needsKey: boolean;
};

/** Stands where people put their key: a snippet never has one. */
const KEY_VARIABLE = 'PARLEY_KEY';

/** Code that asks for ads as this publisher, in test mode. */
export function snippetsOf(terms: SnippetTerms): PortalSnippets {
  return {
    rows: [
      { name: 'kit', title: 'Your chat’s server', language: 'js', text: kitText(terms) },
      { name: 'prebid-js', title: 'Prebid.js', language: 'js', text: prebidText(terms) },
      { name: 'curl', title: 'curl', language: 'sh', text: curlText(terms) },
    ],
  };
}

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
