import { describe, expect, test } from 'bun:test';
import { type TextKind, tokenize } from './tokenize.ts';

function words(text: string, kind: TextKind = 'prose'): readonly string[] {
  return tokenize(text, kind).map(({ word }) => word);
}

describe('words', () => {
  test.each([
    ['Trail-Running SHOES', ['trail', 'running', 'shoes']],
    ["don't, can’t", ['dont', 'cant']],
    ["j'ai qu’il", ['j', 'ai', 'qu', 'il']],
    ["mom's dogs' 'quoted'", ['mom', 's', 'dogs', 'quoted']],
    ['Größe für Œuvre', ['grosse', 'fur', 'oeuvre']],
    ['cafe\u0301 café', ['cafe', 'cafe']],
    ['ｆｕｌｌ 𝐛𝐨𝐥𝐝 ⓒⓘⓡⓒⓛⓔ ﬁn', ['full', 'bold', 'circle', 'fin']],
    ['zero\u200bwidth so\u00adft', ['zerowidth', 'soft']],
    ['ａ，ｂ a⓫b', ['a', 'b', 'a', 'b']],
    ['a🙂b', ['a', 'b']],
    ['привет мир', ['привет', 'мир']],
    ['Я хочу ΆΝΘΡΩΠΟΣ', ['я', 'хочу', 'ανθρωποσ']],
    ['#self_harm', ['self', 'harm']],
    ['ΘΈΛΩ θέλω ίδιος', ['θελω', 'θελω', 'ιδιοσ']],
    ['ЖИТЬ её Мой сімʼя', ['жить', 'ее', 'мои', 'сімя']],
    ['ÖLMEK İSTİYORUM ısı', ['olmek', 'istiyorum', 'isi']],
    ['أُرِيدُ أنـــا علي حياة', ['اريد', 'انا', 'علي', 'حياه']],
    ['می\u200cخواهم کی', ['ميخواهم', 'كي']],
    ['שָׁלוֹם', ['שלום']],
    ['ज़िन्दगी हूँ, আত্মহত্যা', ['जिन्दगी', 'हूं', 'আত্মহত্যা']],
    ['muốn chết', ['muon', 'chet']],
    ['想死 死にたいiPhone', ['想', '死', '死', 'に', 'た', 'い', 'iphone']],
    ['ตาย', ['ต', 'า', 'ย']],
    ['죽고 싶어', ['죽고', '싶어']],
    ['\ud800x\udfff', ['x']],
  ])('of %p are %p', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test('know where they stand in the text', () => {
    const [, second] = tokenize('«Ça» pe\u0301se', 'prose');
    expect(second).toEqual({ word: 'pese', start: 5, end: 10 });
    expect(tokenize('x𠮷死', 'prose').map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [1, 3],
      [3, 4],
    ]);
  });
});

describe('split at capitals, the words', () => {
  test.each([
    ['suicidalThoughts', ['suicidal', 'thoughts']],
    ['IWantToDie', ['i', 'want', 'to', 'die']],
    ['HIVTest', ['hiv', 'test']],
    ['moreR4pe', ['more', 'r4pe']],
    ['SUICIDE Note', ['suicide', 'note']],
    ['хочуУмереть', ['хочу', 'умереть']],
    ['ｋｉｌｌＭｙself', ['kill', 'myself']],
  ])('of %p are %p', (text, expected) => {
    expect(tokenize(text, 'prose', 'capitals').map(({ word }) => word)).toEqual(expected);
  });
});

test('split at digits too, words are without them', () => {
  const split = (text: string) =>
    tokenize(text, 'prose', 'capitals-and-digits').map(({ word }) => word);
  expect(split('suicide2024 2suicide')).toEqual(['suicide', '2024', '2', 'suicide']);
  expect(split('aSuicide2ü3')).toEqual(['a', 'suicide', '2', 'u', '3']);
});

describe('a phrase ends', () => {
  test('at commas, semicolons and bars in keywords, and not in prose', () => {
    const ends = ['a', '', 'b', '', 'c', '', 'd'];
    expect(words('a,b;c|d', 'keywords')).toEqual(ends);
    expect(words('a،b؛c、d', 'keywords')).toEqual(ends);
    expect(words('a,b;c|d', 'prose')).toEqual(['a', 'b', 'c', 'd']);
  });

  test('at the end of a sentence, and not at dots in a row, inside a name or behind a digit', () => {
    expect(words('a. b! c? d\n \r\ne')).toEqual(
      ['a', 'b', 'c', 'd', 'e'].flatMap((word, i) => (i === 0 ? [word] : ['', word])),
    );
    expect(words('a\nb\r\nc')).toEqual(['a', 'b', 'c']);
    expect(words('a\nb', 'keywords')).toEqual(['a', '', 'b']);
    expect(words('a... b node.js')).toEqual(['a', 'b', 'node', 'js']);
    for (const end of ['؟', '۔', '।', '。', '？', '\u037e']) {
      expect(words(`a${end} b`)).toEqual(['a', '', 'b']);
    }
    expect(words('in der 12. Woche')).toEqual(['in', 'der', '12', 'woche']);
  });
});
