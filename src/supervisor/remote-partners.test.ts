import { expect, test } from 'bun:test';
import { remotePartners } from './open-ledger.ts';

test('every partner that is asked over HTTP is remote, and a campaigns file is not', () => {
  const names = remotePartners({
    partners: [
      { name: 'house', kind: 'campaigns', path: 'campaigns.yaml' },
      { name: 'dsp', kind: 'openrtb', url: 'https://dsp.example' },
      { name: 'shop', kind: 'product-search', url: 'https://shop.example' },
    ],
  });
  expect([...names]).toEqual(['dsp', 'shop']);
});
