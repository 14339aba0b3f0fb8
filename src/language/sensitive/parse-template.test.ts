import { describe, expect, test } from 'bun:test';
import { expandGroups } from './expand-text.ts';
import { createTemplateParser } from './parse-template.ts';

const GROUPS = { pet: ['dog[s|]', 'guinea pig'], loved: ['{pet}', 'mom'] };

/** The items of a template as texts. */
function items(template: string, language = 'en') {
  const words: string[] = [];
  const numberOf = (word: string) => words.push(word) - 1;
  const parsed = createTemplateParser(numberOf, expandGroups(GROUPS), language)(template);
  return parsed.map((item) =>
    item === 'gap' ? item : item.map((row) => row.map((word) => words[word]).join(' ')),
  );
}

describe('a template', () => {
  test.each<[string, ReturnType<typeof items>]>([
    ['lost my {pet}', [['lost'], ['my'], ['dogs', 'dog', 'guinea pig']]],
    ['{loved}', [['dogs', 'dog', 'guinea pig', 'mom']]],
    ['[a|b c|] d', [['a', 'b c', ''], ['d']]],
    ['over[dos[e|ing]|t]', [['overdose', 'overdosing', 'overt']]],
    ['my .. died', [['my'], 'gap', ['died']]],
    ["he's", [['he s', 'hes']]],
    ['self-harm', [['self harm', 'selfharm']]],
  ])('%p stands for %p', (template, expected) => {
    expect(items(template)).toEqual(expected);
  });

  test('in German is written with umlauts, without and with an e', () => {
    expect(items('töten', 'de')).toEqual([['toten', 'toeten']]);
    expect(items('töten', 'es')).toEqual([['toten']]);
  });

  test.each([
    ['[a|b', '"[a|b" has a "[" without its "]"'],
    ['a]', '"a]" has a "]" too many'],
    ['{cat}', '"{cat}" names the group "cat", which no group above it is called'],
    ['.. a', '".. a" could be left out as a whole, or on one side of a gap'],
    ['a .. [b|]', '"a .. [b|]" could be left out as a whole, or on one side of a gap'],
    ['[a|]', '"[a|]" could be left out as a whole, or on one side of a gap'],
    ['a .. b .. c .. d', '"a .. b .. c .. d" has more than 2 gaps'],
  ])('%p is refused: %s', (template, reason) => {
    expect(() => items(template)).toThrow(reason);
  });

  test('that stands for too many texts is refused', () => {
    const digits = '[0|1|2|3|4|5|6|7|8|9]';
    expect(() => items(digits.repeat(4))).toThrow('stands for more than 2000 texts');
  });
});
