import { afterAll, expect, test } from 'bun:test';
import { checkSupply, type SupplyCheck } from '../../src/parts/supply/check-supply.ts';
import type { SupplyPublisher } from '../../src/parts/supply/claim.ts';
import { createFetchFile } from '../../src/parts/supply/fetch-file.ts';
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
const NAMED = 'https://network.example/adagents.json';

type Answers = Readonly<Record<string, string | (() => Response)>>;

function checked(answers: Answers, publisher: SupplyPublisher = PUBLISHER) {
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

const ofType = (type: string) => () =>
  new Response(new TextEncoder().encode(LINE), {
    headers: type === '' ? {} : { 'content-type': type },
  });
const of = (type: 'intermediary' | 'both') => ({ ...PUBLISHER, seller: { ...seller, type } });
const RESELLER = LINE.replace('DIRECT', 'RESELLER');
const broken = () => new Response('', { status: 500 });

const CHECKS: readonly (readonly [SupplyCheck['result'], string, Answers, SupplyPublisher?])[] = [
  ['matched', `${ADS} has the line`, { [ADS]: `# ours\n${LINE}\n` }],
  ['matched', `${APP} has the line`, { [APP]: LINE }],
  ['matched', ADS, { [ADS]: LINE }, of('both')],
  ['matched', ADS, { [ADS]: RESELLER }, of('both')],
  ['file-missing', `expected a file at ${ADS}`, {}],
  ['file-missing', 'counts as no ads.txt', { [ADS]: ofType('text/html') }],
  ['file-missing', 'counts as no ads.txt', { [ADS]: ofType('application/octet-stream') }],
  ['file-missing', 'counts as no ads.txt', { [ADS]: ofType('text/plainly') }],
  ['file-missing', 'counts as no ads.txt', { [ADS]: ofType('') }],
  ['line-missing', `expected the line "${LINE}"`, { [ADS]: 'other.example, pub-1, DIRECT' }],
  ['line-missing', 'like "pub-2"', { [ADS]: LINE.replace('pub-1', 'pub-2') }],
  ['line-missing', 'like "PUB-1"', { [ADS]: LINE.replace('pub-1', 'PUB-1') }],
  ['line-missing', 'like "pub-11"', { [ADS]: LINE.replace('pub-1', 'pub-11') }],
  ['other-relationship', 'expected DIRECT', { [ADS]: RESELLER }],
  ['other-relationship', 'expected RESELLER', { [ADS]: LINE }, of('intermediary')],
  ['unreachable', `${APP} could not be reached`, { [APP]: broken }],
  ['no-domain', '', {}, { id: 'pub-1' }],
  // What agents may sell proves nothing of ads.
  ['file-missing', ADS, { [AGENTS]: '{"authorized_agents":[{"url":"https://bid.ads.example"}]}' }],
];

for (const [result, words, answers, publisher] of CHECKS) {
  test(`a check says ${result}: ${words} ${JSON.stringify(answers)}`, async () => {
    const check = await checked(answers, publisher);
    expect(check.result).toBe(result);
    expect(check.sentence).toContain(words);
  });
}

test('a type or an address is told in few words, however long it is', async () => {
  const long = await checked({ [ADS]: ofType(`text/${'x'.repeat(5000)}`) });
  expect(long.sentence.length).toBeLessThan(300);
  const named = JSON.stringify({ authoritative_location: 'y'.repeat(9000) });
  expect(JSON.stringify(await checked({ [AGENTS]: named })).length).toBeLessThan(3000);
});

test('domains that do not match each other are named: those of pages, and the owner in the file', async () => {
  const publisher = { ...PUBLISHER, origins: ['https://chat.other.example'] };
  const check = await checked({ [ADS]: `OWNERDOMAIN=sold.example\n${LINE}` }, publisher);
  expect(check).toMatchObject({
    result: 'matched',
    mismatches: [
      expect.stringContaining('https://chat.other.example'),
      expect.stringContaining('expected OWNERDOMAIN=media.example'),
    ],
  });
  // The seller manages the inventory of an owner, or is the owner.
  const managed = `OWNERDOMAIN=owner.example\nMANAGERDOMAIN=media.example\n${LINE}`;
  for (const text of [managed, `OWNERDOMAIN=www.media.example\n${LINE}`]) {
    expect((await checked({ [ADS]: text })).mismatches).toEqual([]);
  }
});

const agents = (url: string) => JSON.stringify({ authorized_agents: [{ url }] });
const ELSEWHERE = JSON.stringify({ authoritative_location: NAMED });

test.each<readonly [string, string, Answers]>([
  ['matched', AGENTS, { [AGENTS]: agents('https://bid.ads.example/adcp') }],
  ['line-missing', AGENTS, { [AGENTS]: agents('https://other.example') }],
  ['file-missing', AGENTS, { [AGENTS]: '<html>' }],
  ['matched', NAMED, { [AGENTS]: ELSEWHERE, [NAMED]: agents('https://bid.ads.example') }],
  // It may name another one once.
  ['file-missing', NAMED, { [AGENTS]: ELSEWHERE, [NAMED]: ELSEWHERE }],
])('adagents.json: %s at %s (%j)', async (result, url, answers) => {
  const { files } = await checked(answers);
  expect(files.find(({ file }) => file === 'adagents.json') as object).toMatchObject({
    result,
    url,
  });
});
