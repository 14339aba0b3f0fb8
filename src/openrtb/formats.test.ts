import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { canonicalAgentUrl, findKnownFormat, isKnownAgent, KNOWN_FORMATS } from './formats.ts';

const AGENT = 'https://creative.adcontextprotocol.org/';

describe('agent URLs are the same where only the writing differs', () => {
  const pairs: readonly (readonly [what: string, a: string, b: string])[] = [
    ['the case of scheme and host', 'HTTPS://Agent.Example.COM/', 'https://agent.example.com/'],
    ['an empty path', 'https://agent.example.com', 'https://agent.example.com/'],
    ['the default port', 'https://agent.example.com:443/a', 'https://agent.example.com/a'],
    ['a user name', 'https://user:secret@agent.example.com/', 'https://agent.example.com/'],
    ['a fragment', 'https://agent.example.com/a#top', 'https://agent.example.com/a'],
    ['an empty fragment', 'https://agent.example.com/a#', 'https://agent.example.com/a'],
    ['dots in the path', 'https://agent.example.com/a/./b/../c', 'https://agent.example.com/a/c'],
    [
      'the case of an encoding',
      'https://agent.example.com/%c3%a4',
      'https://agent.example.com/%C3%A4',
    ],
    [
      'an encoding without need',
      'https://agent.example.com/%7e%61%2D',
      'https://agent.example.com/~a-',
    ],
    ['the script of the host', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ];
  for (const [what, a, b] of pairs) {
    test(what, () => expect(canonicalAgentUrl(a)).toBe(canonicalAgentUrl(b)));
  }
});

describe('agent URLs differ where they mean different things', () => {
  const pairs: readonly (readonly [what: string, a: string, b: string])[] = [
    ['the host', 'https://a.example/', 'https://b.example/'],
    ['another port', 'https://a.example:8443/', 'https://a.example/'],
    ['the path', 'https://a.example/mcp', 'https://a.example/'],
    ['the case of the path', 'https://a.example/A', 'https://a.example/a'],
    ['a slash at the end', 'https://a.example/a/', 'https://a.example/a'],
    ['a slash too many', 'https://a.example//a', 'https://a.example/a'],
    ['an encoded slash', 'https://a.example/a%2Fb', 'https://a.example/a/b'],
    ['an encoded percent sign', 'https://a.example/%2541', 'https://a.example/%41'],
    ['the query', 'https://a.example/?a=1', 'https://a.example/?a=2'],
    ['an empty query', 'https://a.example/?', 'https://a.example/'],
  ];
  for (const [what, a, b] of pairs) {
    test(what, () => expect(canonicalAgentUrl(a)).not.toBe(canonicalAgentUrl(b)));
  }
});

test('the canonical form of any URL is its own canonical form', () => {
  const urls = fc.webUrl({
    validSchemes: ['https'],
    withFragments: true,
    withQueryParameters: true,
  });
  fc.assert(
    fc.property(urls, (url) => {
      const canonical = canonicalAgentUrl(url);
      expect(canonicalAgentUrl(canonical)).toBe(canonical);
    }),
    { numRuns: 300 },
  );
});

describe('the reference agent', () => {
  test('is known however its URL is written', () => {
    for (const url of [AGENT, AGENT.slice(0, -1), AGENT.toUpperCase(), `${AGENT}#x`]) {
      expect([url, isKnownAgent(url)]).toEqual([url, true]);
    }
  });

  test('is not the same as another path or host', () => {
    for (const url of [`${AGENT}mcp`, 'https://adcontextprotocol.org/', `${AGENT}?x`]) {
      expect([url, isKnownAgent(url)]).toEqual([url, false]);
    }
  });
});

describe('a known format', () => {
  test('is found by its agent and its id', () => {
    for (const known of KNOWN_FORMATS) {
      expect(findKnownFormat({ agent_url: AGENT.slice(0, -1), id: known.id })).toBe(known);
    }
  });

  test('is not found by the id of another agent, or in another writing of the id', () => {
    expect(
      findKnownFormat({ agent_url: 'https://a.example/', id: 'native_standard' }),
    ).toBeUndefined();
    expect(findKnownFormat({ agent_url: AGENT, id: 'Native_Standard' })).toBeUndefined();
  });

  test('is listed once, under the canonical URL of its agent', () => {
    const keys = KNOWN_FORMATS.map(({ agent_url, id }) => `${agent_url} ${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { agent_url } of KNOWN_FORMATS) expect(canonicalAgentUrl(agent_url)).toBe(agent_url);
  });
});
