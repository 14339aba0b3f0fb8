import { expect, test } from 'bun:test';
import { ALL_LISTS } from '../../src/language/sensitive/all-lists.ts';
import { createSensitiveMatcher } from '../../src/language/sensitive/matcher.ts';

const { find } = createSensitiveMatcher(ALL_LISTS);

test.each([
  ['self-harm', ['suicide', 'self-harm', 'anorexia', 'overdose', 'Suizid', 'boulimie', 'suicidio']],
  [
    'abuse',
    ['domestic violence', 'child abuse', 'rape', 'Frauenhaus', 'viol', 'maltrato infantil'],
  ],
  [
    'grief',
    ['miscarriage', 'grief counseling', 'funeral flowers', 'sympathy card', 'black dress funeral'],
  ],
  ['grief', ['Bereavement', 'pet urn', 'Trauerkarte', 'deuil', 'pésame']],
  [
    'diagnosis',
    [
      'palliative care',
      'cancer',
      'dementia',
      'Brustkrebs',
      'chimiothérapie',
      'cuidados paliativos',
    ],
  ],
])('keywords alone tell of %s: %p', (topic, keywords) => {
  for (const keyword of keywords) {
    expect(find([`shoes,${keyword},gift`], { crisis: true }, 'keywords')?.topic).toBe(topic);
  }
});

test.each([
  'killmyself',
  '#KillMyself',
  '#killmyself',
  'iwanttodie',
  '#selfharm',
  'ichwillsterben',
  '#enviedemourir',
  'quieromorirme',
])('a tag in one word tells of self-harm: %p', (tag) => {
  expect(find([`shoes,${tag},gift`], { crisis: true }, 'keywords')?.topic).toBe('self-harm');
});

test('two plain keywords do not make a phrase together', () => {
  expect(find(['my dog,died'], { crisis: true }, 'keywords')).toBeUndefined();
  expect(find(['domestic,violence'], { crisis: true }, 'keywords')).toBeUndefined();
  expect(find(['Krebs,Sternzeichen'], { crisis: true }, 'keywords')?.topic).toBe('diagnosis');
});
