import { afterAll, describe, expect, test } from 'bun:test';
import { checkSupply } from '../../src/supply/check-supply.ts';
import type { SupplyPublisher } from '../../src/supply/claim.ts';
import { createFetchFile } from '../../src/supply/fetch-file.ts';
import { cleanUp } from '../process.ts';
import { plain, startSites } from './publisher-site.ts';

afterAll(cleanUp);

const EXCHANGE = { domain: 'ads.example', url: 'https://bid.ads.example' };
const seller = { name: 'Media', domain: 'www.media.example', type: 'publisher' } as const;
const PUBLISHER: SupplyPublisher = { id: 'pub-1', seller };
const LINE = 'ads.example, pub-1, DIRECT';

const ADS = 'https://media.example/ads.txt';
const APP = 'https://media.example/app-ads.txt';
const AGENTS = 'https://media.example/.well-known/adagents.json';

function checked(
  answers: Readonly<Record<string, string | (() => Response)>>,
  publisher: SupplyPublisher = PUBLISHER,
) {
  const sites = Object.entries(answers).map(
    ([url, answer]) =>
      [url, () => (typeof answer === 'string' ? plain(answer) : answer())] as const,
  );
  const { send } = startSites(Object.fromEntries(sites));
  return checkSupply(
    publisher,
    EXCHANGE,
    createFetchFile(send, () => 0),
  );
}

describe('a check says', () => {
  test('matched, where either file has the line', async () => {
    for (const url of [ADS, APP]) {
      expect(await checked({ [url]: `# ours\n${LINE}\n` })).toMatchObject({
        result: 'matched',
        sentence: `${url} has the line of this publisher`,
        domain: 'media.example',
        mismatches: [],
      });
    }
  });

  test('that the file is missing, where there is none', async () => {
    const check = await checked({});
    expect(check).toMatchObject({
      result: 'file-missing',
      sentence: `expected a file at ${ADS}, but the server answers 404`,
    });
    expect(check.files.map(({ file, result }) => [file, result])).toEqual([
      ['ads.txt', 'file-missing'],
      ['app-ads.txt', 'file-missing'],
      ['adagents.json', 'file-missing'],
    ]);
  });

  test.each(['text/html', 'application/octet-stream', 'text/plainly', ''])(
    'that there is no file, where the type is %p',
    async (type) => {
      const page = () =>
        new Response(new TextEncoder().encode(LINE), {
          headers: type === '' ? {} : { 'content-type': type },
        });
      const check = await checked({ [ADS]: page });
      expect(check.result).toBe('file-missing');
      expect(check.sentence).toEndWith('this counts as no ads.txt');
    },
  );

  test('that the line is missing, with the line, and with accounts that are there', async () => {
    expect(await checked({ [ADS]: 'other.example, pub-1, DIRECT' })).toMatchObject({
      result: 'line-missing',
      sentence: `expected the line "${LINE}" in ${ADS}, but it has none of this exchange`,
    });
    for (const account of ['pub-2', 'PUB-1', 'pub-11']) {
      expect(await checked({ [ADS]: `ads.example, ${account}, DIRECT` })).toMatchObject({
        result: 'line-missing',
        sentence: expect.stringContaining(`with other accounts, like "${account}"`),
      });
    }
  });

  test('that the relationship is another', async () => {
    expect(await checked({ [ADS]: 'ads.example, pub-1, RESELLER' })).toMatchObject({
      result: 'other-relationship',
      sentence: `expected DIRECT in the line of this publisher in ${ADS}, but got "RESELLER"`,
    });
    const reseller = { ...PUBLISHER, seller: { ...seller, type: 'intermediary' } } as const;
    expect((await checked({ [ADS]: LINE }, reseller)).result).toBe('other-relationship');
    const both = { ...PUBLISHER, seller: { ...seller, type: 'both' } } as const;
    expect((await checked({ [ADS]: LINE }, both)).result).toBe('matched');
    expect((await checked({ [ADS]: 'ads.example, pub-1, RESELLER' }, both)).result).toBe('matched');
  });

  test('that the file could not be reached, rather than that one of two is missing', async () => {
    const broken = () => new Response('', { status: 500 });
    expect(await checked({ [APP]: broken })).toMatchObject({
      result: 'unreachable',
      sentence: `${APP} could not be reached: the server answers 500`,
    });
  });

  test('that no domain is declared', async () => {
    expect(await checked({}, { id: 'pub-1' })).toMatchObject({ result: 'no-domain', files: [] });
  });
});

describe('domains that do not match each other', () => {
  test('are named: those of pages, and the owner in the file', async () => {
    const publisher = { ...PUBLISHER, origins: ['https://chat.other.example'] };
    const check = await checked({ [ADS]: `OWNERDOMAIN=sold.example\n${LINE}` }, publisher);
    expect(check.result).toBe('matched');
    expect(check.mismatches).toEqual([
      expect.stringContaining('https://chat.other.example'),
      `expected OWNERDOMAIN=media.example in ${ADS}, the domain of the seller entry, but got "sold.example"`,
    ]);
  });

  test('are not those of an owner for whom the seller manages the inventory', async () => {
    const text = `OWNERDOMAIN=owner.example\nMANAGERDOMAIN=media.example\n${LINE}`;
    expect((await checked({ [ADS]: text })).mismatches).toEqual([]);
    expect((await checked({ [ADS]: `OWNERDOMAIN=www.media.example\n${LINE}` })).mismatches).toEqual(
      [],
    );
  });
});

describe('adagents.json', () => {
  const ofFile = async (answers: Readonly<Record<string, string>>) =>
    (await checked(answers)).files.find(({ file }) => file === 'adagents.json');
  const agents = (url: string) => JSON.stringify({ authorized_agents: [{ url }] });

  test('authorizes this exchange, others, or nobody', async () => {
    expect(await ofFile({ [AGENTS]: agents('https://bid.ads.example/adcp') })).toMatchObject({
      result: 'matched',
    });
    expect(await ofFile({ [AGENTS]: agents('https://other.example') })).toMatchObject({
      result: 'line-missing',
      sentence: expect.stringContaining('expected an agent https://bid.ads.example'),
    });
    expect(await ofFile({ [AGENTS]: '<html>' })).toMatchObject({ result: 'file-missing' });
  });

  test('is found where it names another file, once', async () => {
    const named = 'https://network.example/adagents.json';
    const elsewhere = JSON.stringify({ authoritative_location: named });
    expect(
      await ofFile({ [AGENTS]: elsewhere, [named]: agents('https://bid.ads.example') }),
    ).toMatchObject({ result: 'matched', url: named });
    expect(await ofFile({ [AGENTS]: elsewhere, [named]: elsewhere })).toMatchObject({
      result: 'file-missing',
      sentence: expect.stringContaining('yet another file'),
    });
  });

  test('proves nothing for access', async () => {
    const check = await checked({ [AGENTS]: agents('https://bid.ads.example') });
    expect(check.result).toBe('file-missing');
  });
});
