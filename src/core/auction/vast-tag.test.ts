import { describe, expect, test } from 'bun:test';
import { vastUrls } from './check-creative.ts';

const INLINE = `<?xml version="1.0" encoding="UTF-8"?>
<VAST version="4.2" xmlns="http://www.iab.com/VAST" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <!-- https://comment.example/ is loaded by nobody -->
  <Ad id="20001"><InLine>
    <AdTitle>Shoes: on sale</AdTitle>
    <Impression id="i"><![CDATA[https://t.example/imp?a=1&b=2]]></Impression>
    <Creatives><Creative adId="CNPA:0484000"><Linear>
      <Duration>00:00:16</Duration>
      <VideoClicks><ClickThrough> https://shop.example/?a=1&amp;b=2 </ClickThrough></VideoClicks>
      <MediaFiles><MediaFile type="video/mp4">
        <![CDATA[
          https://cdn.example/
          v.mp4
        ]]>
      </MediaFile></MediaFiles>
    </Linear></Creative></Creatives>
  </InLine></Ad>
</VAST>`;

describe('the URLs of a VAST tag', () => {
  test('are those in its elements, and no names of schemas, times and texts', () => {
    expect(vastUrls(INLINE)).toEqual([
      'https://t.example/imp?a=1&b=2',
      'https://shop.example/?a=1&b=2',
      'https://cdn.example/          v.mp4',
    ]);
  });

  test('are the tag itself where it is one', () => {
    expect(vastUrls(' https://ads.example/vast ')).toEqual(['https://ads.example/vast']);
    expect(vastUrls('javascript:alert(1)')).toEqual(['javascript:alert(1)']);
  });

  test.each([
    ['in CDATA', '<a><![CDATA[javascript:x]]></a>'],
    ['in text', '<a>javascript:x</a>'],
    ['in two pieces', '<a>java<![CDATA[script:x]]></a>'],
    ['around a comment', '<a>java<!-- -->script:x</a>'],
    ['across lines', '<a>java\nscript:x</a>'],
  ])('are found %s', (_, tag) => {
    expect(vastUrls(tag)).toEqual(['javascript:x']);
  });

  test('of 5000 tags are found, and of more not (ruling 72)', () => {
    const tags = (count: number) =>
      vastUrls(`<VAST>${'<a>'.repeat(count - 2)}https://a.example/<b>`);
    expect(tags(5000)).toEqual(['https://a.example/']);
    expect(tags(5001)).toBeUndefined();
    for (const piece of ['<!---->', '<![CDATA[]]>']) {
      expect(vastUrls(piece.repeat(5000))).toEqual([]);
      expect(vastUrls(piece.repeat(5001))).toBeUndefined();
    }
  });

  test('of a few hundred thousand characters are found in one pass', () => {
    for (const piece of ['<a>', '<', '<!--', '<![CDATA[', '"', '&amp;', '<a b="', ']]>', 'a:']) {
      vastUrls(`<VAST>${piece.repeat(250_000 / piece.length)}`);
    }
  });
});

describe('a VAST tag cannot be sold', () => {
  test.each([
    '<VAST><script>x</script></VAST>',
    '<VAST><a><![CDATA[<SCRIPT src="https://a.example"></SCRIPT>]]></a></VAST>',
    '<VAST><a>&lt;script>x</a></VAST>',
    '<VAST><HTMLResource><![CDATA[<b>]]></HTMLResource></VAST>',
    '<!DOCTYPE x [<!ENTITY a "b">]><VAST/>',
    '<VAST><a>&#106;avascript:x</a></VAST>',
    '<VAST><a b="javascript:x"/></VAST>',
    "<VAST><a b=' data:text/html,x'/></VAST>",
    '<VAST><a b="x" c=" VBScript :x"/></VAST>',
    '<VAST><javascript:a/></VAST>',
    '<VAST><MediaFile type="application/javascript">https://a.example/</MediaFile></VAST>',
    '<VAST><a>https://a.example/\u0000</a></VAST>',
    '<VAST><!-- ',
    '<VAST><![CDATA[ ',
    '<VAST',
    '<VAST/>https://a.example/',
  ])('%p', (tag) => {
    expect(vastUrls(tag)).toBeUndefined();
  });

  test.each([
    '<VAST/>',
    '<VAST></VAST>',
    '<VAST version="3.0"/>\n',
    '<VAST><a b="some data: x"/></VAST>',
  ])('unlike %p', (tag) => {
    expect(vastUrls(tag)).toEqual([]);
  });
});
