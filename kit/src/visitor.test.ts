import { describe, expect, test } from 'bun:test';
import type { IncomingMessage } from 'node:http';
import { type Client, type IncomingRequest, readVisitor } from './visitor.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0';

/** As Node's `http` hands it over. */
function nodeRequest(headers: Readonly<Record<string, string>>): IncomingRequest {
  const socket = { remoteAddress: '::ffff:192.0.2.1' };
  const request: Pick<IncomingMessage, 'headers' | 'url'> = { headers, url: '/chat' };
  return { ...request, socket };
}

function webRequest(headers: Readonly<Record<string, string>>): IncomingRequest {
  return new Request('http://chat.example.com/chat', { headers });
}

const read = (client: Client, request: IncomingRequest, trustedProxies: number) =>
  readVisitor(client, request, { origin: undefined, trustedProxies });

test.each([
  ['of Node', nodeRequest],
  ['of the web', webRequest],
])('a request %s gives domain, device, language and privacy signals', (_, make) => {
  const request = make({
    host: 'chat.example.com:3000',
    'user-agent': CHROME,
    'accept-language': 'de-CH,de;q=0.9,en;q=0.8',
    'sec-gpc': '1',
    cookie: 'a=b; euconsent-v2=CPokAsAPokAsABEACBENC; usprivacy=1YNN',
  });
  expect(read({}, request, 0)).toMatchObject({
    page: 'http://chat.example.com:3000',
    domain: 'chat.example.com',
    userAgent: CHROME,
    language: 'de',
    gpc: true,
    consent: 'CPokAsAPokAsABEACBENC',
    usPrivacy: '1YNN',
  });
});

describe('the country', () => {
  const header = { 'cf-ipcountry': 'XX', 'cloudfront-viewer-country': 'CH' };

  test('is what the network in front says, behind trusted proxies only', () => {
    expect(read({}, nodeRequest(header), 1).country).toBe('CH');
    expect(read({}, nodeRequest(header), 0).country).toBeNull();
    expect(read({}, nodeRequest({ 'cf-ipcountry': 'T1' }), 1).country).toBeNull();
  });

  test('is the one that was given, before all', () => {
    expect(read({ country: 'AT' }, nodeRequest(header), 1).country).toBe('AT');
  });
});

test.each([
  ['that of the connection, whatever a caller wrote into X-Forwarded-For', {}, 0, '192.0.2.1'],
  ['what the outermost trusted proxy heard from', {}, 1, '10.0.0.1'],
  ['that before two proxies', {}, 2, '198.51.100.7'],
  ['absent where there were fewer proxies than are trusted', {}, 4, null],
  ['the one that was given, before all', { ip: '2001:db8::1' }, 1, '2001:db8::1'],
])('the address is %s', (_, client, trustedProxies, ip) => {
  const request = nodeRequest({ 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.0.0.1' });
  expect(read(client, request, trustedProxies).ip).toBe(ip);
});

test('host and scheme of a proxy are believed where one is trusted', () => {
  const request = nodeRequest({
    host: '10.0.0.5:8000',
    'x-forwarded-host': 'chat.example.com',
    'x-forwarded-proto': 'https',
  });
  expect(read({}, request, 0)).toMatchObject({ page: null, domain: null, isSecure: false });
  expect(read({}, request, 1)).toMatchObject({
    page: 'https://chat.example.com',
    domain: 'chat.example.com',
    isSecure: true,
  });
});

describe('the page', () => {
  test('is an origin, whatever else the HTTP request says of where it went', () => {
    const url = 'https://chat.example.com:8443/me/4711;jsessionid=1?q=divorce#token';
    const headers = { host: 'chat.example.com:8443', referer: url };
    expect(read({}, new Request(url, { headers }), 0).page).toBe('https://chat.example.com:8443');
    expect(read({}, { headers, url: '/me/4711?q=divorce' }, 0).page).toBe(
      'http://chat.example.com:8443',
    );
  });

  test.each([
    'localhost:3000',
    '10.0.0.5',
    '[::1]:3000',
    'a@chat.example.com',
    'chat.example.com:99999',
    '',
  ])('is absent where the host is "%s"', (host) => {
    expect(read({}, nodeRequest({ host }), 0).page).toBeNull();
  });

  test('is the one of the options, before what the HTTP request says', () => {
    const request = nodeRequest({ host: 'elsewhere.example' });
    const settings = { origin: 'https://chat.example.com', trustedProxies: 0 };
    expect(readVisitor({}, request, settings)).toMatchObject({
      page: 'https://chat.example.com',
      domain: 'chat.example.com',
      isSecure: true,
    });
    expect(
      readVisitor({}, request, { ...settings, origin: 'http://localhost:3000' }),
    ).toMatchObject({
      page: 'http://localhost:3000',
      domain: null,
      isSecure: false,
    });
  });
});

test('what would be refused by the exchange is left out', () => {
  const wrong = {
    ip: 'unknown',
    country: 'Germany',
    usPrivacy: 'yes',
    consent: 'not a string of consent',
    gppSid: [7, -1, 'x'],
    gdpr: 'yes',
    language: '*',
  } as unknown as Client;
  expect(read(wrong, nodeRequest({ host: 'localhost:3000' }), 0)).toEqual({
    page: null,
    domain: null,
    isSecure: false,
    ip: null,
    userAgent: null,
    language: null,
    country: null,
    gdpr: null,
    consent: null,
    usPrivacy: null,
    gpp: null,
    gppSid: [7],
    gpc: false,
    coppa: false,
  });
});
