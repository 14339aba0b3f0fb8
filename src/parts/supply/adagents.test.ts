import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { adagentsEntry, isOurAgent, readAdagents } from './adagents.ts';

const EXCHANGE = { domain: 'ads.example', url: 'https://bid.ads.example/rtb' };
const SELLER = { name: 'Media', domain: 'www.media.example', type: 'publisher' } as const;

describe('the entry to publish', () => {
  test('authorizes this exchange for the domain of the seller', () => {
    expect(adagentsEntry({ id: 'pub-1', seller: SELLER }, EXCHANGE)).toEqual({
      url: 'https://bid.ads.example/rtb',
      authorized_for: 'Native ads in conversations of Media',
      authorization_type: 'inline_properties',
      delegation_type: 'delegated',
      properties: [
        {
          property_type: 'website',
          name: 'Media',
          identifiers: [{ type: 'domain', value: 'media.example' }],
        },
      ],
    });
    const network = { ...SELLER, type: 'intermediary' } as const;
    expect(adagentsEntry({ id: 'pub-1', seller: network }, EXCHANGE)).toMatchObject({
      delegation_type: 'ad_network',
    });
    expect(adagentsEntry({ id: 'pub-1' }, EXCHANGE)).toBeUndefined();
    const agentUrl = `${EXCHANGE.url}/adcp/mcp`;
    const ofAgent = adagentsEntry({ id: 'pub-1', seller: SELLER }, { ...EXCHANGE, agentUrl });
    expect(ofAgent?.url).toBe(agentUrl);
  });

  test('is found again in the file that has it', () => {
    const entry = adagentsEntry({ id: 'pub-1', seller: SELLER }, EXCHANGE);
    const read = readAdagents(JSON.stringify({ authorized_agents: [{ url: 5 }, 'x', entry] }));
    expect(read).toEqual({ kind: 'agents', urls: [EXCHANGE.url] });
  });
});

test('an agent is this exchange by its server, whatever the path', () => {
  for (const url of ['https://bid.ads.example', 'HTTPS://BID.ads.example:443/adcp/mcp']) {
    expect(isOurAgent(url, EXCHANGE)).toBe(true);
  }
  for (const url of [
    'http://bid.ads.example',
    'https://ads.example',
    'https://bid.ads.example.evil.example',
    'https://bid.ads.example:8443',
    'bid.ads.example',
    '',
  ]) {
    expect(isOurAgent(url, EXCHANGE)).toBe(false);
  }
});

describe('a file', () => {
  test('may name another that counts', () => {
    expect(readAdagents('{"authoritative_location":"https://a.example/x.json"}')).toEqual({
      kind: 'elsewhere',
      url: 'https://a.example/x.json',
    });
  });

  test.each(['', '<html>', '[]', '{}', 'null', '{"authorized_agents":{}}', '['.repeat(100_000)])(
    'that is none is unreadable: %#',
    (text) => {
      expect(readAdagents(text)).toEqual({ kind: 'unreadable', reason: expect.any(String) });
    },
  );

  test('of any text or JSON is read', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.jsonValue().map((agents) => JSON.stringify({ authorized_agents: [agents] })),
    );
    fc.assert(
      fc.property(any, (text) => {
        expect(['agents', 'elsewhere', 'unreadable']).toContain(readAdagents(text).kind);
      }),
      { numRuns: runs(30) },
    );
  });

  test('of a megabyte of brackets, quotes or agents is read at once', () => {
    for (const text of ['[', '"', '{"', '\\', ' '].map((one) => one.repeat(1_000_000))) {
      expect(readAdagents(text).kind).toBe('unreadable');
    }
    const many = `{"authorized_agents":[${'{},'.repeat(300_000)}{}]}`;
    expect(readAdagents(many).kind).toBe('unreadable');
  });
});
