import { describe, expect, test } from 'bun:test';
import { percent, readLabelled, score } from './labelled.ts';

const sentences = readLabelled();
const half = (name: string) => sentences.filter(({ half }) => half === name);

describe('the labelled sentences', () => {
  test('are enough, in every language, half of them sensitive', () => {
    for (const name of ['tune', 'measure']) {
      expect(half(name).length).toBeGreaterThan(190);
      for (const language of ['en', 'de', 'fr', 'es']) {
        const ofLanguage = half(name).filter((sentence) => sentence.language === language);
        const sensitive = ofLanguage.filter((sentence) => sentence.sensitive !== null);
        expect(sensitive.length).toBeGreaterThanOrEqual(16);
        expect(ofLanguage.length - sensitive.length).toBeGreaterThanOrEqual(16);
      }
    }
  });

  test('for tuning are all told right', () => {
    const { found, inClass, falseAlarms } = score(half('tune'));
    expect([percent(found), percent(inClass), percent(falseAlarms)]).toEqual([100, 100, 0]);
  });

  test('for measuring are told as well as the documentation says', () => {
    const { found, falseAlarms } = score(half('measure'));
    expect(percent(found)).toBeGreaterThanOrEqual(98);
    expect(percent(falseAlarms)).toBeLessThanOrEqual(2);
  });
});
