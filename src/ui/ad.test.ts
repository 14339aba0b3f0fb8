import { describe, expect, test } from 'bun:test';
import { parseAdm } from './ad.ts';

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
});
