import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { csvText, readCsv } from './csv.ts';

const cell = (value: string) => csvText([[value]]).slice(0, -2);

test('lines end with CR and LF, numbers stay numbers, and nothing is an empty cell', () => {
  const rows = [
    ['publisher', 'wins'],
    ['news', -3],
    ['x', null],
    ['y', { amount: '-9.50' }],
  ] as const;
  expect(csvText(rows)).toBe('publisher,wins\r\nnews,-3\r\nx,\r\ny,-9.50\r\n');
});

test('a cell with a separator, a quote or a line break is quoted, and no spreadsheet sees a formula', () => {
  for (const [value, written] of [
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a"b', '"a""b"'],
    ['a\r\nb', '"a\r\nb"'],
    ['a\tb', '"a\tb"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['\tx', `"'\tx"`],
    ['  =1', "  '=1"],
    ...['\u00a0', '\ufeff', '\u200b'].map((space) => [`${space}=1`, `${space}'=1`] as const),
    ['\u3000＝1', "\u3000'＝1"],
    ...['＝1', '＋1', '－1', '＠SUM(A1)', '﹦1'].map((wide) => [wide, `'${wide}`] as const),
    [';=1', `";'=1"`],
    ['news; =1', `"news; '=1"`],
    ['news;＝1', `"news;'＝1"`],
    ['news,=1', `"news,'=1"`],
    ['news\n=1', `"news\n'=1"`],
    ['news|@x', "news|'@x"],
    [';"=1', `";""'=1"`],
    ['=1;=2', `"'=1;'=2"`],
    ...['news', 'best-shoes', 'a=b', 'C++', 'Trail - Shoes', 'x@y.example', '2026-11-01'].map(
      (plain) => [plain, plain] as const,
    ),
  ] as const) {
    expect([value, cell(value)]).toEqual([value, written]);
  }
});

const text = fc.string({
  unit: fc.constantFrom(..."=+-@＝;,|\t\r\n \"''a\u200b\u00a0"),
  minLength: 1,
  maxLength: 12,
});

const linesOf = (csv: string) => {
  const read = readCsv(csv);
  return 'reason' in read ? read : read.map(({ cells }) => cells);
};

test('no text begins a formula, whichever separator the locale has, and each is read again as it was', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (cells) => {
      const written = cells.flatMap((one) => cell(one).split(/[,;|\t\r\n]/));
      expect(written.filter((piece) => /^[\s"\u200b]*[=+\-@＝]/u.test(piece))).toEqual([]);
      const head = ['head', 'next', 'last'];
      expect(linesOf(csvText([head, cells]))).toEqual([head, cells]);
    }),
  );
});

test('tables of other programs are read: with semicolons, tabs, line feeds and a mark at the beginning', () => {
  for (const [csv, lines] of [
    [
      '\ufeffid;cpm\n"a;b";2\n\nc;\n',
      [
        ['id', 'cpm'],
        ['a;b', '2'],
        ['c', ''],
      ],
    ],
    [
      'id\tcpm\r5" tall\t1',
      [
        ['id', 'cpm'],
        ['5" tall', '1'],
      ],
    ],
    ['', []],
  ] as const) {
    expect<unknown>(linesOf(csv)).toEqual(lines);
  }
  expect(readCsv('a,b\n"1\n2",x\ny,z\n')).toMatchObject([{ line: 1 }, { line: 2 }, { line: 4 }]);
  expect(readCsv('a\n"b')).toMatchObject({ line: 2 });
});
