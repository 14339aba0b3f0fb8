import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import example from '../../examples/request.json';
import { NOTHING_SENSITIVE } from '../auction/find-sensitive.ts';
import { GATE_WORDS } from '../auction/gate.ts';
import { openImps } from '../auction/open-imps.ts';
import { NO_RULES } from '../auction/rules.ts';
import type { ReadyPartner } from '../auction/solicit.ts';
import { assembleFormats } from '../config/assemble-formats.ts';
import { ConfigFault } from '../config/config.ts';
import { readSetup, type Setup } from '../config/setup.ts';
import type { HttpCall, Solicitation } from '../demand/partner.ts';
import { createRateBook } from '../demand/rate-book.ts';
import { Refusal } from '../openrtb/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { createAssembler } from './assemble.ts';
import { createPublisherBook } from './publisher-book.ts';

const CATALOG_URL = 'http://127.0.0.1:7070';
const PUBLIC_URL = 'https://bid.example.com';

/** The setup of a config file with these lines. */
function setupOf(...lines: readonly string[]): Setup {
  const folder = mkdtempSync(join(tmpdir(), 'parley-assemble-'));
  try {
    const file = join(folder, 'parley.yaml');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const setup = readSetup(file, {});
    if (setup instanceof ConfigFault) throw new Error(setup.message);
    return setup;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function partnersOf(...lines: readonly string[]): readonly ReadyPartner[] {
  const setup = setupOf(...lines);
  const assemble = createAssembler({
    setup,
    publicUrl: PUBLIC_URL,
    catalogUrl: CATALOG_URL,
    createClient: () => Object.assign(unused, { connections: () => 0, retire() {} }),
    createLive: (name) => ({ kind: 'local', name, bid: unused }),
    rates: createRateBook(),
    isPaused: (partner) => partner === 1,
    wordsOf: () => new BigUint64Array(GATE_WORDS),
    nowMs: () => 0,
  });
  return setup.config.partners.map((entry, row) => assemble(entry, row));
}

function unused(): never {
  throw new Error('this test does not need it');
}

function solicitation(): Solicitation {
  const request = validate(example);
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const terms = {
    rules: NO_RULES,
    rates: new Map<string, number>(),
    findSensitive: () => NOTHING_SENSITIVE,
  };
  const { open } = openImps(request, terms);
  return {
    request,
    imps: open,
    nowMs: 0,
    chance: () => 0,
    onlyRelevant: false,
    rejectionOf: () => undefined,
  };
}

/** The first call that the only partner of this config makes. */
function callOf(...lines: readonly string[]): HttpCall {
  const [ready] = partnersOf('partners:', ...lines);
  if (ready?.partner.kind !== 'http') throw new Error('expected a partner behind HTTP');
  const asked = ready.partner.ask(solicitation(), 100);
  const [call] = 'calls' in asked ? asked.calls : [];
  if (call === undefined) throw new Error('expected a call');
  return call;
}

const bodyOf = ({ body }: HttpCall) => JSON.parse(String(body));

const acceptsTest = ([ready]: readonly ReadyPartner[]) =>
  ready?.partner.kind === 'http' ? ready.partner.acceptsTest : undefined;

describe('a product search', () => {
  test('that is embedded asks the catalogue of this machine', () => {
    const { url } = callOf('  - { name: shop, kind: product-search, url: embedded }');
    expect(url).toStartWith(`${CATALOG_URL}/v1/ads/search?`);
  });

  test('takes part in test mode by default only where it is embedded', () => {
    const at = (url: string, more = '') =>
      acceptsTest(
        partnersOf(`partners: [{ name: shop, kind: product-search, url: "${url}"${more} }]`),
      );
    expect(at('embedded')).toBe(true);
    expect(at('https://shop.example')).toBe(false);
    expect(at('https://shop.example', ', acceptsTest: true')).toBe(true);
    expect(at('embedded', ', acceptsTest: false')).toBe(false);
  });
});

describe('a bidder', () => {
  const BIDDER = '  - { name: acme, kind: openrtb, url: "https://dsp.example/bid"';

  test('gets the version, the currencies and the terms of this exchange', () => {
    const call = callOf(
      `${BIDDER}, openrtbVersion: "2.5", impExt: { tag: 7 } }`,
      'auction: { defaultType: 2, rates: { EUR: 1.1 } }',
      'listen: { exchangeDomain: exchange.example }',
    );
    expect(call.headers).toMatchObject({ 'x-openrtb-version': '2.5' });
    const body = bodyOf(call);
    expect(body).toMatchObject({ at: 2, cur: ['USD', 'EUR'], imp: [{ ext: { tag: 7 } }] });
    expect(JSON.stringify(body.source)).toContain('"asi":"exchange.example"');
  });
});

describe('the rules of a publisher', () => {
  const rulesOf = (publisher: string | undefined, ...lines: readonly string[]) => {
    const { config } = setupOf(...lines);
    const { formats: _, ...rules } = createPublisherBook(config, assembleFormats(config)).rulesOf(
      publisher,
    );
    return rules;
  };
  const { formats: _, ...none } = NO_RULES;

  test('are those of its entry in the config', () => {
    const entry = [
      'publishers:',
      '  - id: strict',
      '    floors: { default: 1.5 }',
      '    blockedCategories: [IAB7]',
      '    blockedDomains: [bad.example]',
      '    refusesUncategorized: true',
      '    onlyRelevant: true',
      '    firstAdTurn: 3',
      '    turnGap: 4',
      '    noAdsOnNegativeSentiment: true',
      '    noAdsOnSupportRequests: true',
      '    sensitive: { health: true }',
      '    appSchemes: [market]',
      '    tellsPrices: true',
      '    country: de',
      '    aiLabel: always',
    ];
    expect(rulesOf('strict', ...entry)).toEqual({
      floorMicros: 1_500_000,
      blockedCategories: ['IAB7'],
      blockedDomains: ['bad.example'],
      refusesUncategorized: true,
      onlyRelevant: true,
      firstAdTurn: 3,
      turnGap: 4,
      isQuietOnNegativeSentiment: true,
      isQuietOnSupportRequests: true,
      sensitive: { ...none.sensitive, health: true },
      appSchemes: ['market'],
      tellsPrices: true,
      country: 'DEU',
      aiLabel: 'always',
      exchangeBlocks: { domains: [] },
    });
  });

  test('of an entry with an id alone, of no entry and of no publisher are none', () => {
    const entry = 'publishers: [{ id: plain }]';
    for (const id of ['plain', 'unlisted', undefined]) expect(rulesOf(id, entry)).toEqual(none);
  });
});
