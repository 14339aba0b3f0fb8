import { describe, expect, test } from 'bun:test';
import { rules } from '../rules.ts';
import { LANGUAGES } from './languages.ts';

describe.each(LANGUAGES.map((language) => [language.code, language] as const))(
  '%s',
  (_, language) => {
    test('nothing that is sold is a stop word', () => {
      const both = language.lexicon.listed.filter(
        (word) => language.topicOfWord(word) !== undefined && language.stop.has(word),
      );
      expect(both).toEqual([]);
    });

    test('articles and the like are stop words', () => {
      const kept = [...language.softeners, ...language.joiners].filter(
        (word) => !language.stop.has(word),
      );
      expect(kept.filter((word) => word.length > 1)).toEqual([]);
    });
  },
);

const SENTENCES: Readonly<Record<string, string>> = {
  'where can I buy shoes': 'en',
  'wo kann ich Schuhe kaufen': 'de',
  'où puis-je acheter des chaussures': 'fr',
  'dónde puedo comprar zapatos': 'es',
  'Kaffeemaschine unter 200 Euro': 'de',
  'machine à café moins de 200 euros': 'fr',
  'cafetera por menos de 200 euros': 'es',
  'waar kan ik schoenen kopen': 'nl',
  'koffiezetapparaat onder de 200 euro': 'nl',
  'onde posso comprar sapatos': 'pt',
  'cafeteira por menos de 200 reais': 'pt',
  "dove posso comprare un'auto usata": 'it',
  'macchina da caffè sotto i 200 euro': 'it',
  xyzzy: '',
  'Maria Kowalska, Wrocław': '',
};

test.each(Object.entries(SENTENCES))('"%s" is %p', (content, code) => {
  expect(rules([{ role: 'user', content }]).language).toBe(code);
});
