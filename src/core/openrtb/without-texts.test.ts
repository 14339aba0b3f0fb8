import { expect, test } from 'bun:test';
import { Refusal } from '../../lib/refusal.ts';
import { withoutTexts } from './request-texts.ts';
import { validate } from './validate.ts';

const NATIVE = JSON.stringify({ assets: [{ id: 1, title: { len: 9 } }] });

/** The request without the texts that hold an x. */
function shown(changes: object) {
  const request = validate({
    id: '1',
    imp: [{ id: 'x', native: { request: NATIVE } }],
    ...changes,
  });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  return withoutTexts(request, (text) => text.includes('x'));
}

test('of keywords between commas, the others stay, and are searched for', () => {
  const { wire, keywords } = shown({ site: { keywords: 'a, x b,c' } });
  expect(wire.site?.keywords).toBe('a,c');
  expect(keywords).toEqual(['a', 'c']);
  expect(shown({ site: { keywords: 'x' } }).wire.site).toEqual({});
});

test('a keyword that is hidden by its capitals or as one item is not searched for in its parts', () => {
  const request = validate({
    id: '1',
    imp: [{ id: '1', native: { request: NATIVE } }],
    site: { keywords: 'halalSnacks,shoes', kwarray: ['union, dues', 'Hats'] },
  });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const hidden = ['halalSnacks', 'union, dues', 'hats'];
  const { wire, keywords } = withoutTexts(request, (text) => hidden.includes(text));
  expect(wire.site).toEqual({ keywords: 'shoes', kwarray: ['Hats'] });
  expect(keywords).toEqual(['shoes']);
});

test('of a URL the host stays, and of what is no URL nothing', () => {
  expect<object | undefined>(shown({ site: { page: 'https://x.example/a' } }).wire.site).toEqual({
    page: 'https://x.example/a',
  });
  expect<object | undefined>(shown({ site: { page: 'https://a.example/x/b' } }).wire.site).toEqual({
    page: 'https://a.example/',
  });
  expect(shown({ site: { page: 'a/x' } }).wire.site).toEqual({});
});

test('an item of a list goes as a whole, in whatever shape, and with what it names', () => {
  const data = [
    { id: '1', segment: [{ id: '2', name: 'x' }, { id: '3' }] },
    { id: '4', name: 'x' },
  ];
  expect(shown({ user: { data } }).wire.user).toEqual({
    data: [{ id: '1', segment: [{ id: '3' }] }],
  });
  const content = { kwarray: [['x', 'a'], { b: 'x' }, { c: 'd' }], title: { x: 1, e: 2 } };
  expect(shown({ app: { content } }).wire.app).toEqual({
    content: { kwarray: [['a'], { c: 'd' }], title: { e: 2 } },
  } as object);
});

test('an intent goes with its value, and stays without its topics', () => {
  const service = {
    messageSequenceNumber: 1,
    messageLength: 1,
    isQuickReply: false,
    sessionDurationMs: 1,
  };
  const intent = { value: 'a', confidence: 1, topics: ['x'], signals: [] };
  const told = (value: string) =>
    shown({ ext: { service: { ...service, intent: { ...intent, value } } } }).wire.ext?.service;
  expect(told('a')).toEqual({ ...service, intent: { ...intent, topics: [] } });
  expect(told('x')).toEqual(service);
});

test('ids, domains and impressions stay as they are', () => {
  const site = { id: 'x', domain: 'x.example', publisher: { id: 'x', name: 'x' } };
  const { wire, imps } = shown({ site });
  expect(wire.site).toEqual(site);
  expect(wire.imp[0]).toBe(imps[0]?.imp);
});
