import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { csvText, readCsv } from './csv.ts';

const cell = (value: string) => csvText([[value]]).slice(0, -2);

test('lines end with CR and LF, numbers stay numbers, and nothing is an empty cell', () => {
  expect(
    csvText([
      ['publisher', 'wins'],
      ['news', -3],
      ['x', null],
      ['y', { amount: '-9007199254740993.50' }],
    ]),
  ).toBe('publisher,wins\r\nnews,-3\r\nx,\r\ny,-9007199254740993.50\r\n');
});

test('a cell with a separator, a quote or a line break is quoted', () => {
  expect(['a,b', 'a;b', 'a"b', 'a\r\nb', 'a\tb'].map(cell)).toEqual([
    '"a,b"',
    '"a;b"',
    '"a""b"',
    '"a\r\nb"',
    '"a\tb"',
  ]);
});

describe('no spreadsheet sees a formula in', () => {
  const cases: readonly (readonly [value: string, written: string])[] = [
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['\tx', `"'\tx"`],
    ['  =1', "  '=1"],
    ['\u00a0=1', "\u00a0'=1"],
    ['\ufeff=1', "\ufeff'=1"],
    ['\u200b=1', "\u200b'=1"],
    ['\u3000＝1', "\u3000'＝1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['﹦1', "'﹦1"],
    [';=1', `";'=1"`],
    ['news;=1', `"news;'=1"`],
    ['news; =1', `"news; '=1"`],
    ['news;＝1', `"news;'＝1"`],
    ['news,=1', `"news,'=1"`],
    ['news\t=1', `"news\t'=1"`],
    ['news\n=1', `"news\n'=1"`],
    ['news|@x', "news|'@x"],
    [';"=1', `";""'=1"`],
    ['=1;=2', `"'=1;'=2"`],
  ];
  for (const [value, written] of cases) {
    test(JSON.stringify(value), () => expect(cell(value)).toBe(written));
  }

  test('any text, whichever separator its locale has', () => {
    const unit = fc.constantFrom(...'=+-@＝;,|\t\r\n "\'a\u200b\u00a0');
    const pieces = (text: string) => text.split(/[,;|\t\r\n]/);
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        for (const piece of pieces(cell(text))) {
          expect([text, piece]).not.toEqual([
            text,
            expect.stringMatching(/^[\s"\u200b]*[=+\-@＝]/u),
          ]);
        }
      }),
    );
  });
});

test.each(['news', 'best-shoes', 'a=b', 'C++', 'Trail - Shoes', 'x@y.example', '2026-11-01'])(
  '%s stays as it is',
  (text) => expect(cell(text)).toBe(text),
);

describe('what was written is read', () => {
  const linesOf = (text: string) => {
    const read = readCsv(text);
    return 'reason' in read ? read : read.map(({ cells }) => cells);
  };

  test('again as it was, whatever it is', () => {
    const unit = fc.constantFrom(..."=+-@＝;,|\t\r\n \"''a\u200b\u00a0");
    const text = fc.string({ unit, minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (cells) => {
        expect(linesOf(csvText([['head', 'next', 'last'], cells]))).toEqual([
          ['head', 'next', 'last'],
          cells,
        ]);
      }),
    );
  });

  test('as other programs write it: with semicolons, tabs, line feeds and a mark at the beginning', () => {
    expect(linesOf('\ufeffid;cpm\n"a;b";2\n\nc;\n')).toEqual([
      ['id', 'cpm'],
      ['a;b', '2'],
      ['c', ''],
    ]);
    expect(linesOf('id\tcpm\r5" tall\t1')).toEqual([
      ['id', 'cpm'],
      ['5" tall', '1'],
    ]);
  });

  test('with the line on which each begins, and the line of a quote that never ends', () => {
    expect(readCsv('a,b\n"1\n2",x\ny,z\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1\n2', 'x'] },
      { line: 4, cells: ['y', 'z'] },
    ]);
    expect(readCsv('a\n"b')).toMatchObject({ line: 2 });
    expect(readCsv('')).toEqual([]);
  });
});
