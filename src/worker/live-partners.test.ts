import { describe, expect, test } from 'bun:test';
import { createGate, GATE_WORDS } from '../auction/gate.ts';
import type { ReadyPartner } from '../auction/solicit.ts';
import { OPENRTB } from '../demand/openrtb/kind.ts';
import type { PartnerEntry } from './assemble.ts';
import type { PartnerLine } from './feed.ts';
import { createLivePartners } from './live-partners.ts';

const URL_A = 'https://a.example/bid';
const URL_B = 'https://b.example/bid';

type Definition = Extract<PartnerEntry, { readonly kind: 'openrtb' }>;

/** Partners whose connections are only counted. */
function machine() {
  const retired: string[] = [];
  const metrics: string[] = [];
  let opened = 0;
  const assemble = (entry: PartnerEntry, row: number, before?: ReadyPartner): ReadyPartner => {
    if (entry.kind !== 'openrtb') throw new Error('this test has no other kind');
    const number = ++opened;
    const own = {
      gate: createGate({ words: new BigUint64Array(GATE_WORDS), nowMs: () => 0 }),
      send: async () => ({ status: 204, text: '' }),
      connections: () => number,
      retire: () => void retired.push(entry.url),
    };
    const { gate, send, connections, retire } =
      before !== undefined && 'gate' in before ? before : own;
    return {
      partner: OPENRTB.create(entry, {
        exchangeDomain: 'x.example',
        defaultAuctionType: 1,
        currencies: ['USD'],
      }),
      standing: { gvlId: row, needsConsent: false },
      isPaused: () => false,
      gate,
      send,
      connections,
      retire,
    };
  };
  const partners = createLivePartners(
    { partners: [{ name: 'fixed', kind: 'openrtb', url: URL_A, internalNotices: true }] },
    assemble,
    {
      addPartner: ({ name }, row) => void metrics.push(`${name} in ${row}`),
      removePartner: (name) => void metrics.push(`${name} gone`),
    },
  );
  const names = () => partners.all().map(({ partner }) => partner.name);
  const of = (name: string) => {
    const found = partners.all().find(({ partner }) => partner.name === name);
    if (found === undefined || !('gate' in found)) throw new Error(`no partner ${name}`);
    return found;
  };
  return { partners, retired, metrics, names, of };
}

function line(name: string, row: number | undefined, more: Partial<PartnerLine> = {}): PartnerLine {
  const definition: Definition = { name, kind: 'openrtb', url: URL_A };
  return {
    kind: 'partner',
    name,
    ...(row !== undefined && { row }),
    state: 'active',
    definition,
    ...more,
  };
}

const withUrl = (name: string, url: string, more: Partial<Definition> = {}) => ({
  definition: { name, kind: 'openrtb', url, ...more } as const,
});

describe('the partners of a worker', () => {
  test('keep gate and connections where they change and the url stays', () => {
    const { partners, retired, of } = machine();
    partners.take([line('dsp', 1)]);
    const { gate, connections } = of('dsp');
    partners.take([line('dsp', 1, withUrl('dsp', URL_A, { qpsMax: 7 }))]);
    expect(of('dsp').gate).toBe(gate);
    expect(of('dsp').connections).toBe(connections);
    expect(of('dsp').partner).toMatchObject({ qpsMax: 7 });
    expect(retired).toEqual([]);
  });

  test('get new ones with another url, and those of before are retired, as those of a removed one are', () => {
    const { partners, retired, of } = machine();
    partners.take([line('dsp', 1)]);
    const { gate, connections } = of('dsp');
    partners.take([line('dsp', 1, withUrl('dsp', URL_B))]);
    expect(of('dsp').gate).not.toBe(gate);
    expect(of('dsp').connections).not.toBe(connections);
    expect(retired).toEqual([URL_A]);
    partners.take([line('dsp', 1, { ...withUrl('dsp', URL_B), state: 'deleted' })]);
    expect(retired).toEqual([URL_A, URL_B]);
  });

  test('without a row, and removed ones, are not asked, and what their notices need stays known', () => {
    const { partners, names } = machine();
    const trusted = withUrl('dsp', URL_A, {
      internalNotices: true,
      trackers: 'server',
      billOn: 'win',
    });
    partners.take([line('dsp', 1, trusted), line('none', undefined)]);
    expect(names()).toEqual(['fixed', 'dsp']);
    partners.take([line('dsp', 1, { ...trusted, state: 'deleted' })]);
    expect(names()).toEqual(['fixed']);
    expect(partners.termsOf('dsp')).toMatchObject({
      internalNotices: true,
      trackers: 'server',
      billOn: 'win',
      isRemote: true,
    });
    expect(partners.known().map(({ name }) => name)).toEqual(['fixed', 'dsp', 'none']);
    expect(partners.termsOf('nobody')).toBeUndefined();
  });
});
