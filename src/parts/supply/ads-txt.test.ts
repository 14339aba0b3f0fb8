import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { ADS_TXT_LINES_MAX, adsTxtLines, isAccount, readAdsTxt } from './ads-txt.ts';

const EXCHANGE = { domain: 'ads.example', url: 'https://bid.ads.example' };
const RECORD = { domain: 'ads.example', account: 'pub-1', relationship: 'DIRECT' };

const recordsOf = (text: string) => readAdsTxt(text).records;

describe('the lines to publish', () => {
  const linesOf = (id: string, type: 'publisher' | 'intermediary' | 'both') =>
    adsTxtLines({ id, seller: { name: 'A', domain: 'a.example', type } }, EXCHANGE);

  test('say by what the seller is whether it sells directly', () => {
    expect(linesOf('pub-1', 'publisher')).toEqual(['ads.example, pub-1, DIRECT']);
    expect(linesOf('pub-1', 'intermediary')).toEqual(['ads.example, pub-1, RESELLER']);
    expect(linesOf('pub-1', 'both')).toEqual([
      'ads.example, pub-1, DIRECT',
      'ads.example, pub-1, RESELLER',
    ]);
  });

  test('of a publisher without a seller entry are none', () => {
    expect(adsTxtLines({ id: 'pub-1' }, EXCHANGE)).toEqual([]);
  });

  test('are read again as the same account, whatever the id has in it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        const [record] = recordsOf(linesOf(id, 'publisher').join('\n'));
        expect(isAccount(record?.account ?? '', id)).toBe(true);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('a file', () => {
  const SAME: readonly (readonly [string, string])[] = [
    ['as it is told', 'ads.example, pub-1, DIRECT'],
    ['with a byte order mark', '\ufeffads.example, pub-1, DIRECT'],
    ['with line ends of Windows', '# us\r\nads.example, pub-1, DIRECT\r\n'],
    ['with line ends of old Macs', '# us\rads.example, pub-1, DIRECT\r'],
    ['in another case', 'ADS.Example, pub-1, direct'],
    ['with spaces and tabs', ' \tads.example ,\tpub-1,  DIRECT \t'],
    ['without spaces', 'ads.example,pub-1,DIRECT'],
    ['with a comment', 'ads.example, pub-1, DIRECT # banners'],
    ['with a certification authority', 'ads.example, pub-1, DIRECT, f08c47fec0942fa0'],
    ['with an extension', 'ads.example, pub-1, DIRECT; more'],
    [
      'among lines that are none',
      'hello\n,,\nads.example\n\nads.example, pub-1, DIRECT\na,b\n<html>',
    ],
  ];
  test.each([...SAME])('%s has the record', (_, text) => {
    expect(recordsOf(text)).toEqual([RECORD]);
  });

  test('has no record in a comment', () => {
    expect(recordsOf('# ads.example, pub-1, DIRECT\n #ads.example, pub-1, DIRECT')).toEqual([]);
  });

  test('names its owner and manager, of which the first counts', () => {
    const text =
      'OwnerDomain = Media.Example # us\nOWNERDOMAIN=other.example\nMANAGERDOMAIN=m.example, DE';
    expect(readAdsTxt(text)).toMatchObject({
      records: [],
      ownerDomain: 'media.example',
      managerDomain: 'm.example',
    });
    expect(readAdsTxt('OWNERDOMAIN=\ncontact=a@b.example')).toMatchObject({
      ownerDomain: undefined,
      managerDomain: undefined,
    });
  });

  test('is read up to a number of lines, and says that it has more', () => {
    const lines = Array.from({ length: ADS_TXT_LINES_MAX }, () => 'a.example, b, DIRECT');
    expect(readAdsTxt(lines.join('\n'))).toMatchObject({ isCut: false });
    const longer = readAdsTxt([...lines, 'ads.example, pub-1, DIRECT'].join('\n'));
    expect(longer.isCut).toBe(true);
    expect(longer.records).toHaveLength(ADS_TXT_LINES_MAX);
    expect(longer.records).not.toContainEqual(RECORD);
  });

  test('of any text is read, and every record has its three fields', () => {
    const pieces = fc.constantFrom(...'a,=#; \r\n\ufeff', 'OWNERDOMAIN');
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 200 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (any) => {
        for (const record of recordsOf(any)) {
          for (const field of Object.values(record)) {
            expect(field).not.toBe('');
            expect(field).not.toMatch(/[#\r\n]/);
          }
        }
      }),
      { numRuns: runs(30) },
    );
  });

  // Work that grows with the square of a million would not end.
  const LONG = 1_000_000;
  test.each([' ', ',', '=', '#', '\r\n', '\ufeff', 'a', ' ,', 'a=', ' \t'])(
    'of a million times %j is read at once',
    (piece) => {
      for (const end of ['', 'x', ', b, DIRECT', '=']) {
        expect(recordsOf(`${piece.repeat(LONG / piece.length)}${end}`).length).toBeLessThan(2);
      }
    },
  );
});
