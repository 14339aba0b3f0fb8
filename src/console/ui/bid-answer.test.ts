import { describe, expect, test } from 'bun:test';
import { parseAdm } from './ad.ts';
import { readAnswer } from './bid-answer.ts';

const ADM = JSON.stringify({
  native: {
    link: { url: 'https://a.example' },
    assets: [
      { id: 1, title: { text: 'A title' } },
      { id: 2, img: { url: 'https://a.example/p.png', type: 3, w: 300, h: 200 } },
      { id: 3, img: { url: 'https://a.example/i.png', type: 1 } },
      { id: 4, data: { type: 3, value: '4.5' } },
      { id: 5, data: { type: 6, value: '$20' } },
    ],
  },
});

const answer = (nonbid: readonly unknown[]) => ({
  status: 200,
  headers: [],
  tookMs: 1,
  body: JSON.stringify({
    seatbid: [{ seat: 's', bid: [{ impid: '1', price: 2, adm: ADM }] }],
    ext: { service: { test: { nonbid } } },
  }),
});

test('an answer is an ad, a sample, a no-bid or a refusal, of ours or of whatever stands in front', () => {
  expect(readAnswer(answer([]))).toMatchObject({ kind: 'ad', seat: 's', sampleFor: undefined });
  const sample = readAnswer(answer([{ impid: '1', reason: 'paced' }]));
  expect(sample).toMatchObject({ kind: 'ad', sampleFor: 'paced' });
  const headers = [['X-NoBid-Reason', 'timeout']] as const;
  const noBid = readAnswer({ status: 204, headers, body: '', tookMs: 1 });
  expect(noBid).toEqual({ kind: 'no-bid', reason: 'timeout' });
  const error = { details: { field: 'imp', reason: 'too many' } };
  const refused = { status: 400, headers: [], body: JSON.stringify({ error }), tookMs: 1 };
  expect(readAnswer(refused)).toEqual({ kind: 'refused', field: 'imp', reason: 'too many' });
  const inFront = readAnswer({ ...refused, status: 502, body: '<html>' });
  expect(inFront).toMatchObject({ kind: 'refused', reason: 'status 502, and no JSON' });
});

describe('an ad is read', () => {
  test('with or without the wrapper', () => {
    const bare = JSON.stringify(JSON.parse(ADM).native);
    expect(parseAdm(ADM)).toEqual(parseAdm(bare));
    expect(parseAdm(ADM)).toMatchObject({ title: 'A title', rating: 4.5, price: '$20' });
    expect(parseAdm(ADM)?.image?.w).toBe(300);
    expect(parseAdm(ADM)?.icon?.url).toBe('https://a.example/i.png');
  });

  test('without links and pictures that would run something', () => {
    const hostile = ADM.replaceAll('https:', 'javascript:');
    expect(parseAdm(hostile)).toMatchObject({
      link: undefined,
      image: undefined,
      icon: undefined,
    });
  });

  test('as nothing where it is none', () => {
    expect(parseAdm('<div>')).toBeUndefined();
    expect(parseAdm('{}')).toBeUndefined();
  });
});
