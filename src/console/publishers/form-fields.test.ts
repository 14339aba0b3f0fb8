import { expect, test } from 'bun:test';
import { SENSITIVE_CLASSES } from '../../sensitive/word-list.ts';
import { sensitiveFields } from './form-fields.ts';

const wordsOf = (fields: ReturnType<typeof sensitiveFields>, name: string) =>
  fields.find((field) => field.name === `sensitive.${name}`)?.options?.map(([, words]) => words);

test('an operator may allow and forbid ads beside every sensitive topic', () => {
  const fields = sensitiveFields();
  expect(fields).toHaveLength(SENSITIVE_CLASSES.length);
  for (const name of SENSITIVE_CLASSES) expect(wordsOf(fields, name)).toHaveLength(2);
});

test('a publisher is not offered ads beside what is kept free of them, unless the operator lets it', () => {
  const stored = { health: true, union: true, crisis: false };
  const fields = sensitiveFields({ allowedOff: ['union'], stored });
  expect(wordsOf(fields, 'health')).toEqual(['No ads']);
  expect(wordsOf(fields, 'union')).toEqual(['Ads as elsewhere', 'No ads']);
  expect(wordsOf(fields, 'politics')).toEqual(['Ads as elsewhere', 'No ads']);
  // The operator has allowed ads there, which a publisher may end.
  expect(wordsOf(fields, 'crisis')).toEqual(['No ads', 'Ads as elsewhere']);
  expect(wordsOf(sensitiveFields({ allowedOff: [], stored: {} }), 'crisis')).toEqual(['No ads']);
});
