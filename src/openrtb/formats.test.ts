import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  canBeMet,
  canonicalAgentUrl,
  createFormats,
  DEFAULT_FORMATS,
  meetsFormat,
  partsNotAskedFor,
} from './formats.ts';
import { KNOWN_FORMATS } from './known-formats.ts';
import type { NativeResponseAsset } from './native-response.ts';

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
    ['an encoding in the query', 'https://a.example/?a=%7e', 'https://a.example/?a=~'],
    ['the case in the query', 'https://a.example/?a=%c3', 'https://a.example/?a=%C3'],
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
    { numRuns: 100 },
  );
});

describe('the reference agent', () => {
  test('is known however its URL is written', () => {
    for (const url of [AGENT, AGENT.slice(0, -1), AGENT.toUpperCase(), `${AGENT}#x`]) {
      expect([url, DEFAULT_FORMATS.isKnownAgent(url)]).toEqual([url, true]);
    }
  });

  test('is not the same as another path or host', () => {
    for (const url of [`${AGENT}mcp`, 'https://adcontextprotocol.org/', `${AGENT}?x`]) {
      expect([url, DEFAULT_FORMATS.isKnownAgent(url)]).toEqual([url, false]);
    }
  });
});

describe('a known format', () => {
  test.each([AGENT, AGENT.slice(0, -1), AGENT.toUpperCase()])(
    'is found by its agent and its id, with the URL %s as it is written',
    (agent_url) => {
      for (const known of KNOWN_FORMATS) {
        const found = DEFAULT_FORMATS.find({ agent_url, id: known.id });
        expect(found).toEqual({ ...known, agent_url });
      }
    },
  );

  test('is not found by the id of another agent, or in another writing of the id', () => {
    expect(
      DEFAULT_FORMATS.find({ agent_url: 'https://a.example/', id: 'native_standard' }),
    ).toBeUndefined();
    expect(DEFAULT_FORMATS.find({ agent_url: AGENT, id: 'Native_Standard' })).toBeUndefined();
  });

  test('is listed once, under the canonical URL of its agent', () => {
    const keys = KNOWN_FORMATS.map(({ agent_url, id }) => `${agent_url} ${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { agent_url } of KNOWN_FORMATS) expect(canonicalAgentUrl(agent_url)).toBe(agent_url);
  });
});

describe('an ad meets a format', () => {
  const FORMAT = KNOWN_FORMATS.find(({ id }) => id === 'native_product_card');
  const ASSETS = [
    { id: 1, title: { len: 60 } },
    { id: 2, img: {} },
    { id: 3, data: { type: 12 } },
    { id: 4, data: { type: 1 } },
  ] as const;
  const AD = [
    { id: 1, title: { text: 'Title' } },
    { id: 2, img: { url: 'https://img.example/p.jpg' } },
    { id: 3, data: { value: 'Buy' } },
    { id: 4, data: { value: 'Brand' } },
  ] as const;

  function meets(...changes: readonly NativeResponseAsset[]): boolean {
    if (FORMAT === undefined) throw new Error('the format is known');
    const assets = AD.map((asset) => changes.find(({ id }) => id === asset.id) ?? asset);
    const ad = { assets, link: { url: 'https://shop.example/' } };
    const request = { assets: ASSETS };
    expect(canBeMet(request, FORMAT)).toBe(true);
    return meetsFormat(ad, request, FORMAT);
  }

  test('with an image in an asset that names no type', () => {
    expect(meets()).toBe(true);
  });
  test('but not with a blank title, a blank text or no image (ruling 43)', () => {
    expect(meets({ id: 1, title: { text: ' ' } })).toBe(false);
    expect(meets({ id: 3, data: { value: '' } })).toBe(false);
    expect(meets({ id: 2, title: { text: 'no image' } })).toBe(false);
    expect(meets({ id: 1, title: { text: 'x'.repeat(61) } })).toBe(false);
  });
  test('of which the parts are named that the native request does not ask for', () => {
    if (FORMAT === undefined) throw new Error('the format is known');
    const icon = { assets: [{ id: 1, img: { type: 1 } }] };
    expect(partsNotAskedFor(icon, FORMAT)).toEqual(['title', 'image', 'cta', 'sponsored']);
    expect(partsNotAskedFor({ assets: ASSETS }, FORMAT)).toEqual([]);
  });
});

test('a format of the config is found beside the known ones, however its agent is written', () => {
  const added = {
    agent_url: 'https://Formats.example:443',
    id: 'own_card',
    description: '',
    requires: ['title'],
  } as const;
  const formats = createFormats([added]);
  const agent_url = 'https://formats.example/';
  expect(formats.find({ agent_url, id: 'own_card' })).toMatchObject({ id: 'own_card', agent_url });
  expect(formats.find({ agent_url, id: 'native_mention' })).toBeUndefined();
  expect(formats.isKnownAgent('https://formats.example')).toBe(true);
  expect(formats.list).toHaveLength(KNOWN_FORMATS.length + 1);
  expect(DEFAULT_FORMATS.isKnownAgent('https://formats.example')).toBe(false);
});
