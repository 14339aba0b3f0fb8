import { expect, test } from 'bun:test';
import { ANY_REQUEST, readQuestion } from '../../observe/request-rows.ts';
import { auctionsHref, requestsPath } from './filter.ts';

test('the address of the list has the whole filter', () => {
  const href = auctionsHref({ partner: 'a & b', answer: 'failed', campaign: '' });
  expect(href).toBe('#/auctions?partner=a+%26+b&answer=failed');
  const filter = readQuestion(new URLSearchParams(href.split('?')[1]));
  expect(filter).toEqual({ ...ANY_REQUEST, partner: 'a & b', answer: 'failed' });
  expect(requestsPath(filter)).toBe('/requests?partner=a+%26+b&answer=failed');
  expect(requestsPath(readQuestion(new URLSearchParams()))).toBe('/requests');
});
