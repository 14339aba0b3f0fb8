import { afterEach, expect, test } from 'bun:test';
import { bidOn } from './partners.ts';
import { type Market, startMarket } from './setup.ts';

let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
});

const AGENT = 'https://formats.example';

function declaring(id: string, assets: readonly object[], agent_url = AGENT) {
  return {
    test: 1,
    site: { publisher: { id: 'pub-1' } },
    imp: [
      {
        id: '1',
        native: { request: JSON.stringify({ assets }) },
        ext: { service: { adcpFormats: [{ agent_url, id }] } },
      },
    ],
  };
}

const TITLE = { id: 1, required: 1, title: { len: 90 } };

type Answer = {
  readonly seatbid: readonly { readonly bid: readonly { readonly ext?: object }[] }[];
  readonly ext: { readonly service: { readonly test: { readonly warnings: readonly Warned[] } } };
};
type Warned = { readonly code: string; readonly field: string; readonly reason: string };

async function start(): Promise<Market> {
  market = await startMarket([(request) => bidOn(request)], {
    entry: { acceptsTest: true },
    config: {
      formats: [
        { agentUrl: AGENT, id: 'own_line', requires: ['title'] },
        { agentUrl: AGENT, id: 'own_card', requires: ['title', 'image', 'cta'] },
      ],
    },
  });
  return market;
}

async function ask(fields: object): Promise<Answer> {
  return (await (await (await start()).ask({ ...fields })).json()) as Answer;
}

test('a format of the config is met, echoed and listed (ruling 56)', async () => {
  const { seatbid, ext } = await ask(declaring('own_line', [TITLE]));
  expect(seatbid[0]?.bid[0]?.ext).toMatchObject({
    service: { format: { agent_url: AGENT, id: 'own_line' } },
  });
  expect(ext.service.test.warnings).toEqual([]);
  const listed = await (await fetch(`${market?.parley.url}/formats`)).json();
  expect(JSON.stringify(listed)).toContain('own_card');
  expect(JSON.stringify(listed)).toContain('native_mention');
});

test.each([
  ['FORMAT_NOT_POSSIBLE', declaring('own_card', [TITLE]), '[0]', 'needs image, cta, which'],
  ['FORMAT_UNKNOWN', declaring('own_banner', [TITLE]), '[0].id', 'but not this format'],
  [
    'FORMAT_AGENT_UNKNOWN',
    declaring('own_line', [TITLE], 'https://formats.example/mcp'),
    '[0].agent_url',
    'the URL at which the agent is called',
  ],
  [
    'FORMAT_AGENT_UNKNOWN',
    declaring('own_line', [TITLE], 'https://other.example'),
    '[0].agent_url',
    'no format of this agent is known here',
  ],
])('a declared format that cannot be met is explained: %s', async (code, fields, path, reason) => {
  const { warnings } = (await ask(fields)).ext.service.test;
  expect(warnings.map((warning) => [warning.code, warning.field])).toEqual([
    [code, `imp[0].ext.service.adcpFormats${path}`],
  ]);
  expect(warnings[0]?.reason).toContain(reason);
});
