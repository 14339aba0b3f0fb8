import { expect, test } from 'bun:test';
import { readResponse } from '../../src/demand/openrtb/read-response.ts';
import { DISTORTIONS } from '../../src/programs/mock-dsp/answer-request.ts';

test('every malformed answer of the mock bidder is malformed to the exchange', () => {
  const response = {
    id: 'r-1',
    seatbid: [{ seat: 's', bid: [{ id: 'b', impid: '1', price: 2 }] }],
  };
  for (const distort of DISTORTIONS) {
    const text = distort(response);
    const read = readResponse({ status: 200, text }, { requestId: 'r-1', partner: 'mock' });
    expect([text, read.kind]).toEqual([text, 'malformed']);
  }
});
