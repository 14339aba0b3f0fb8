import { describe, expect, test } from 'bun:test';
import { plainText } from './plain-text.ts';

describe('a text is read as a browser shows it', () => {
  test.each([
    ['I don&#39;t, don&#x27;t, don&apos;t, don&rsquo;t', "I don't, don't, don't, don’t"],
    ['kill&nbsp;myself', 'kill myself'],
    ['&amp;amp;#39; &#38;#39; &amp;nbsp;', "' '  "],
    ['t&ouml;ten &Eacute;t&eacute; Stra&szlig;e', 'töten Été Straße'],
    [
      '&#0000039 &#x110000; &#9999999; &unknown; a&b; &',
      "' &#x110000; &#9999999; &unknown; a&b; &",
    ],
    ['%26%2339%3B', "'"],
    [`kill%${'25'.repeat(1_000)}20myself`, 'kill myself'],
    ['kill%u0020myself %U6B7b %E6%AD%BB', 'kill myself 死 死'],
    ['50% off 50%death %C3% %zz%4', '50% off 50%death %C3% %zz%4'],
    ['kill<br>myself', 'kill myself'],
    ['<I>kill</I><br />myself', ' kill  myself'],
    ['&lt;b&gt;kill', ' kill'],
    ['a < b > c <want> <3 <', 'a < b > c <want> <3 <'],
    ['kill <b class="x y">myself</b>', 'kill  myself \n\n class="x y"'],
    ['자살 が'.normalize('NFD'), '자살 が'],
  ])('%p is %p', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});

/** Of processor time. What grows with the square of the length takes far longer. */
const SECONDS_MAX = 3;

test.each([
  ['percents', '%25'],
  ['half encodings', '%2%35'],
  ['ampersands', '&amp;'],
  ['ampersands of one reference', 'amp;'],
  ['references without an end', '&#0'],
  ['zeros', '0'],
  ['tags without an end', '<b '],
  ['tags', '<b x>'],
  ['marks in disorder', 'é\u0301\u0316'],
  ['marks alone', '\u0301\u0316'],
])('a megabyte of %s is decoded in time', (_, part) => {
  const text = `&${part === '0' ? '#' : ''}${part.repeat(1_000_000 / part.length)}`;
  const before = process.cpuUsage();
  plainText(text);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(SECONDS_MAX);
});
