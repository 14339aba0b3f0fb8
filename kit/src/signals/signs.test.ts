import { describe, expect, test } from 'bun:test';
import { LANGUAGES } from './language.ts';
import { rules } from './rules.ts';

const said = (...contents: readonly string[]) =>
  rules(contents.map((content) => ({ role: 'user', content })));

describe('what people mean without saying it', () => {
  test.each([
    ['who takes my dog after, and do pills hurt'],
    ['i have a bag packed, he gets angry when he drinks'],
    ['ich kann nicht mehr und verschenke alles'],
    ['à quoi bon, j ai donné mes affaires'],
    ['ya no puedo más, una carga para mi familia'],
    ['non ha senso, sono solo e piango ogni notte'],
    ['sou um fardo, melhor sem mim, choro todos os dias'],
    ['heeft geen zin meer, niemand mist mij'],
  ])('"%s" is distress by its signs together', (text) => {
    expect(said(text).sensitive?.class).toBe('crisis');
  });

  test('signs of two messages count together, and one sign alone does not', () => {
    expect(said('one last time with my old tent').sensitive).toBeNull();
    expect(said('one last time', 'nobody would miss me anyway').sensitive?.class).toBe('crisis');
  });

  test('a wish for a thing needs more signs', () => {
    expect(said('a warm coat for my grandma').sensitive).toBeNull();
    expect(said('where can i buy a train set for my son').sensitive).toBeNull();
  });

  test('what somebody owns and what is wrong with it is a request for help', () => {
    expect(said('my lemon tree has yellow leaves').intent?.value).toBe('support_request');
    expect(said('mein wasserkocher riecht seit gestern').intent?.value).toBe('support_request');
  });

  test('scorn and a price are an objection', () => {
    expect(said('half the price elsewhere, what a joke').intent?.value).toBe('objection_handling');
  });
});

test.each(LANGUAGES)('$code has signs of each kind, none of which is enough alone', ({ signs }) => {
  for (const list of Object.values(signs)) {
    expect(list.length).toBeGreaterThan(3);
    for (const { weight } of list) expect(weight).toBeLessThan(1);
  }
});
