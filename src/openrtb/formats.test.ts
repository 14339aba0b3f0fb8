import { describe, expect, test } from 'bun:test';
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

test('agent URLs are the same where only the writing differs', () => {
  for (const [one, other] of [
    ['HTTPS://Agent.Example.COM/', 'https://agent.example.com/'],
    ['https://agent.example.com', 'https://agent.example.com/'],
    ['https://agent.example.com:443/a', 'https://agent.example.com/a'],
    ['https://user:secret@agent.example.com/', 'https://agent.example.com/'],
    ['https://agent.example.com/a#top', 'https://agent.example.com/a'],
    ['https://agent.example.com/a#', 'https://agent.example.com/a'],
    ['https://agent.example.com/a/./b/../c', 'https://agent.example.com/a/c'],
    ['https://agent.example.com/%c3%a4', 'https://agent.example.com/%C3%A4'],
    ['https://agent.example.com/%7e%61%2D', 'https://agent.example.com/~a-'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ] as const) {
    expect(canonicalAgentUrl(one)).toBe(canonicalAgentUrl(other));
    expect(canonicalAgentUrl(canonicalAgentUrl(one))).toBe(canonicalAgentUrl(one));
  }
});

test('agent URLs differ where they mean different things', () => {
  for (const [one, other] of [
    ['https://a.example/', 'https://b.example/'],
    ['https://a.example:8443/', 'https://a.example/'],
    ['https://a.example/mcp', 'https://a.example/'],
    ['https://a.example/A', 'https://a.example/a'],
    ['https://a.example/a/', 'https://a.example/a'],
    ['https://a.example//a', 'https://a.example/a'],
    ['https://a.example/a%2Fb', 'https://a.example/a/b'],
    ['https://a.example/%2541', 'https://a.example/%41'],
    ['https://a.example/?a=1', 'https://a.example/?a=2'],
    ['https://a.example/?a=%7e', 'https://a.example/?a=~'],
    ['https://a.example/?a=%c3', 'https://a.example/?a=%C3'],
    ['https://a.example/?', 'https://a.example/'],
  ] as const) {
    expect(canonicalAgentUrl(one)).not.toBe(canonicalAgentUrl(other));
  }
});

describe('a known format', () => {
  test('is found by its agent, however that is written, and its id', () => {
    for (const agent_url of [AGENT, AGENT.slice(0, -1), AGENT.toUpperCase(), `${AGENT}#x`]) {
      expect(DEFAULT_FORMATS.isKnownAgent(agent_url)).toBe(true);
      for (const known of KNOWN_FORMATS) {
        const found = DEFAULT_FORMATS.find({ agent_url, id: known.id });
        expect(found).toEqual({ ...known, agent_url });
      }
    }
  });

  test('is not found by another agent or in another writing of the id', () => {
    for (const url of [`${AGENT}mcp`, 'https://adcontextprotocol.org/', `${AGENT}?x`]) {
      expect(DEFAULT_FORMATS.isKnownAgent(url)).toBe(false);
      expect(DEFAULT_FORMATS.find({ agent_url: url, id: 'native_standard' })).toBeUndefined();
    }
    expect(DEFAULT_FORMATS.find({ agent_url: AGENT, id: 'Native_Standard' })).toBeUndefined();
  });
});

describe('an ad meets a format', () => {
  const [FORMAT] = KNOWN_FORMATS.filter(({ id }) => id === 'native_product_card');
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

  test('but not with a blank title, a blank text or no image (ruling 43)', () => {
    expect(meets()).toBe(true);
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
  expect(formats.list).toHaveLength(KNOWN_FORMATS.length + 1);
  expect(DEFAULT_FORMATS.isKnownAgent('https://formats.example')).toBe(false);
});
