import { expect, test } from 'bun:test';
import { mainPosition, wordOrderOf } from './read-phrase.ts';
import { readWords } from './words.ts';

test.each([
  ['shoes', 'shoes', ''],
  ['trail shoes', 'shoes', 'en'],
  ['best trail shoes 2026', 'shoes', 'en'],
  ['shoes for the trail', 'shoes', 'en'],
  ['car insurance for a new driver', 'insurance', 'en'],
  ['book a flight', 'flight', 'en'],
  ['the best café nearby', 'café', ''],
  ['2026', undefined, 'en'],
  ['for the', undefined, 'en'],
  ['', undefined, 'en'],
  ['wanderschuhe für kinder', 'wanderschuhe', 'de'],
  ['zapatillas rojas de trail', 'zapatillas', 'es'],
  ['mejores zapatillas rojas', 'zapatillas', 'es'],
  ['chaussures de trail', 'chaussures', ''],
  ['migliori scarpe da corsa', 'scarpe', 'it'],
  ['melhor máquina de café', 'máquina', 'pt'],
  ['goedkope schoenen voor kinderen', 'schoenen', 'nl'],
])('%p is about %p', (keyword, word, language) => {
  const words = readWords(keyword);
  expect(words[mainPosition(words, wordOrderOf(language))]).toBe(word);
});
