import { afterAll, describe, expect, test } from 'bun:test';
import type { HttpCall } from '../../src/core/auction/partner.ts';
import {
  createOutsideClient,
  SUPPLY_FILE_BYTES_MAX,
  SUPPLY_REPLIES,
} from '../../src/host/http/client/outside-client.ts';
import { createFetchFile, FETCH_MS_MAX } from '../../src/parts/supply/fetch-file.ts';
import { cleanUp } from '../process.ts';
import { notFound, plain, redirect, startSites } from './publisher-site.ts';

afterAll(cleanUp);

const FILE = 'https://pub.example/ads.txt';
const stillMs = () => 0;

async function fetched(...args: Parameters<typeof startSites>) {
  const { send, urls } = startSites(...args);
  const file = await createFetchFile(send, stillMs).fetchFile('pub.example', '/ads.txt');
  return { file, urls };
}

describe('a file', () => {
  test('is fetched by https', async () => {
    const { file, urls } = await fetched({ [FILE]: () => plain('hello') });
    expect(file).toMatchObject({ kind: 'text', url: FILE, text: 'hello' });
    expect(urls).toEqual([FILE]);
  });

  test('is fetched by http where nobody answers on https, and only there', async () => {
    const http = 'http://pub.example/ads.txt';
    const { file } = await fetched({ [http]: () => plain('hello') }, { hasTls: false });
    expect(file).toMatchObject({ kind: 'text', url: http });
    const both = await fetched({ [FILE]: notFound, [http]: () => plain('hello') });
    expect(both.file).toMatchObject({ kind: 'missing', reason: 'the server answers 404' });
    expect(both.urls).toEqual([FILE]);
  });

  test('is missing where the server refuses it, and unreachable where the server fails', async () => {
    for (const [status, kind] of [
      [401, 'missing'],
      [403, 'missing'],
      [410, 'missing'],
      [429, 'unreachable'],
      [500, 'unreachable'],
      [503, 'unreachable'],
      [204, 'unreachable'],
    ] as const) {
      const answer = () => new Response(null, { status });
      const { file, urls } = await fetched({ [FILE]: answer });
      expect([status, file.kind, urls]).toEqual([status, kind, [FILE]]);
    }
  });

  test('of more than a megabyte is not read', async () => {
    expect(SUPPLY_FILE_BYTES_MAX).toBe(1024 * 1024);
    const large = await fetched({ [FILE]: () => plain('x'.repeat(SUPPLY_FILE_BYTES_MAX)) });
    expect(large.file.kind).toBe('text');
    const tooLarge = () => plain('x'.repeat(SUPPLY_FILE_BYTES_MAX + 1));
    const http = FILE.replace('https', 'http');
    const { file } = await fetched({ [FILE]: tooLarge, [http]: tooLarge });
    expect(file).toMatchObject({
      kind: 'unreachable',
      reason: `the answer has more than ${SUPPLY_FILE_BYTES_MAX} bytes`,
    });
  });

  test('has its time for all calls together', async () => {
    let passedMs = 0;
    const given: number[] = [];
    const send = async (call: HttpCall, giveUpMs: number) => {
      given.push(giveUpMs);
      passedMs += 2000;
      const headers = new Map([['location', `${call.url}x`]]);
      return { status: 302, text: '', headers };
    };
    const { fetchFile } = createFetchFile(send, () => passedMs);
    expect(await fetchFile('pub.example', '/ads.txt')).toMatchObject({ kind: 'unreachable' });
    expect(given).toEqual([FETCH_MS_MAX, FETCH_MS_MAX - 2000, FETCH_MS_MAX - 4000]);
  });
});

describe('a redirect', () => {
  const HERE = 'https://www.pub.example/ads.txt';
  const THERE = 'https://cdn.example/pub.txt';
  const LOOKALIKE = 'https://notpub.example/ads.txt';
  const hop = (n: number) => `https://${n}.pub.example/ads.txt`;

  /** The addresses that lead to each other, the last one with a file; how many of them are asked. */
  const CHAINS: readonly (readonly [what: string, asked: number, chain: readonly string[]])[] = [
    ['is followed within the domain, three times', 4, [FILE, hop(1), hop(2), hop(3)]],
    ['is not followed a fourth time', 4, [FILE, hop(1), hop(2), hop(3), hop(4)]],
    ['may leave the domain once, behind others within it', 3, [FILE, HERE, THERE]],
    ['is not followed back', 2, [FILE, THERE, 'https://pub.example/back.txt']],
    ['is not followed within the other domain', 2, [FILE, THERE, 'https://cdn.example/other.txt']],
    ['is not followed to a third domain', 2, [FILE, THERE, 'https://b.example/']],
    ['leaves the domain where a name only ends like it', 2, [FILE, LOOKALIKE, HERE]],
    ['is followed to no other protocol', 1, [FILE, 'ftp://pub.example/ads.txt']],
    ['is followed to no file', 1, [FILE, 'file:///etc/passwd']],
    ['is followed to no other port', 1, [FILE, 'https://pub.example:6379/ads.txt']],
    ['is followed with no password', 1, [FILE, 'https://a:b@pub.example/ads.txt']],
    ['is not followed far', 1, [FILE, `https://pub.example/${'x'.repeat(3000)}`]],
  ];
  test.each(CHAINS)('%s (%d)', async (_, asked, chain) => {
    const sites = chain.map((url, at) => {
      const next = chain[at + 1];
      return [url, next === undefined ? () => plain('found') : redirect(next)] as const;
    });
    const { file, urls } = await fetched(Object.fromEntries(sites));
    expect(urls).toEqual(chain.slice(0, asked));
    expect(file).toMatchObject(
      asked === chain.length
        ? { kind: 'text', url: chain.at(-1) ?? '', text: 'found' }
        : { kind: 'missing' },
    );
  });
});

describe('a file that another one names', () => {
  const NAMED = 'https://network.example/adagents.json';
  const namedFrom = (answers: Parameters<typeof startSites>[0], url = NAMED) =>
    createFetchFile(startSites(answers).send, stillMs).fetchNamed(url);

  test('is fetched by https alone, without redirects', async () => {
    expect(await namedFrom({ [NAMED]: () => plain('{}') })).toMatchObject({ kind: 'text' });
    expect((await namedFrom({ [NAMED]: redirect('/other.json') })).kind).toBe('missing');
    expect((await namedFrom({}, 'http://network.example/adagents.json')).kind).toBe('missing');
    expect((await namedFrom({}, 'no url')).kind).toBe('missing');
  });
});

describe('the client for these files', () => {
  const NO_ADDRESS = { failure: 'the host has no address that may be called' };
  const get = (url: string) =>
    createOutsideClient(SUPPLY_REPLIES)({ method: 'GET', url, headers: {} }, FETCH_MS_MAX);

  test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '169.254.169.254'])(
    'never reaches the internal address %s',
    async (host) => {
      let count = 0;
      const server = Bun.serve({
        hostname: '0.0.0.0',
        port: 0,
        fetch() {
          count++;
          return plain('secret');
        },
      });
      for (const scheme of ['http', 'https']) {
        expect(await get(`${scheme}://${host}:${server.port}/`)).toEqual(NO_ADDRESS);
      }
      await server.stop(true);
      expect(count).toBe(0);
    },
  );

  test('does not reach an internal address by a redirect either', async () => {
    const internal = createOutsideClient(SUPPLY_REPLIES);
    const { send } = startSites({ [FILE]: redirect('http://127.0.0.1/latest/meta-data') });
    const { fetchFile } = createFetchFile(
      (call, giveUpMs) =>
        (new URL(call.url).hostname === 'pub.example' ? send : internal)(call, giveUpMs),
      stillMs,
    );
    expect(await fetchFile('pub.example', '/ads.txt')).toMatchObject({
      kind: 'unreachable',
      reason: NO_ADDRESS.failure,
    });
  });
});
