import { describe, expect, test } from 'bun:test';
import { REPLY_BYTES_MAX } from './response-body.ts';
import { HEAD_BYTES_MAX, HEADERS_MAX } from './response-head.ts';
import { ResponseReader } from './response-reader.ts';

const UTF8 = new TextDecoder();

/** Longer ones would take too long byte by byte. */
const TRICKLED_BYTES_MAX = 2000;

/** What comes of these bytes, whole and byte by byte, which must be the same. */
function read(text: string, isEnded = false) {
  const bytes = Buffer.from(text, 'latin1');
  const whole = outcome([bytes], isEnded);
  if (bytes.length <= TRICKLED_BYTES_MAX) {
    const trickled = [...bytes].map((byte) => Buffer.of(byte));
    expect(outcome(trickled, isEnded)).toEqual(whole);
  }
  return whole;
}

function outcome(pieces: readonly Buffer[], isEnded: boolean) {
  const reader = new ResponseReader();
  let result: ReturnType<ResponseReader['push']>;
  for (const piece of pieces) result = reader.push(piece);
  if (isEnded) result = reader.end();
  if (result === undefined) return 'more';
  if ('fault' in result) return result.fault;
  const { status, body, isReusable } = result;
  return { status, text: UTF8.decode(body), isReusable };
}

const OK = 'HTTP/1.1 200 OK\r\n';

describe('answers that are understood', () => {
  const rows: readonly [string, string, ReturnType<typeof read>][] = [
    [
      'with a length',
      `${OK}content-length: 5\r\n\r\nhello`,
      { status: 200, text: 'hello', isReusable: true },
    ],
    [
      'with the same length twice',
      `${OK}content-length: 2\r\nContent-Length: 2\r\n\r\nhi`,
      { status: 200, text: 'hi', isReusable: true },
    ],
    [
      'without a body',
      'HTTP/1.1 204 No Content\r\n\r\n',
      { status: 204, text: '', isReusable: true },
    ],
    [
      'not modified, with the length of what was not',
      'HTTP/1.1 304 Not Modified\r\ncontent-length: 7\r\n\r\n',
      { status: 304, text: '', isReusable: true },
    ],
    [
      'empty',
      'HTTP/1.1 500\r\nContent-Length: 0\r\n\r\n',
      { status: 500, text: '', isReusable: true },
    ],
    [
      'in chunks, with extension and trailer',
      `${OK}Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0002 ;x="y"\r\nde\r\n0\r\nx-sum: 1\r\n\r\n`,
      { status: 200, text: 'abcde', isReusable: true },
    ],
    [
      'that closes the connection',
      `${OK}connection: keep-alive , Close\r\ncontent-length: 2\r\n\r\nhi`,
      { status: 200, text: 'hi', isReusable: false },
    ],
    [
      'of HTTP/1.0',
      'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nhi',
      { status: 200, text: 'hi', isReusable: false },
    ],
    [
      'after answers that are none yet',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${OK}content-length: 2\r\n\r\nhi`,
      { status: 200, text: 'hi', isReusable: true },
    ],
  ];
  for (const [what, bytes, expected] of rows) {
    test(`one ${what}`, () => {
      expect(read(bytes)).toEqual(expected);
      expect(read(bytes.slice(0, -1))).toBe('more');
    });
  }

  for (const head of ['HTTP/1.0 200 OK\r\n\r\n', `${OK}connection: close\r\n\r\n`]) {
    test(`one that ends with the connection: ${JSON.stringify(head)}`, () => {
      expect(read(`${head}hello`)).toBe('more');
      expect(read(`${head}hello`, true)).toEqual({ status: 200, text: 'hello', isReusable: false });
    });
  }
});

describe('answers that are faults', () => {
  const rows: readonly [string, string, string][] = [
    ['garbage', '\0\x01 not http\r\n\r\n', 'control character'],
    ['another protocol', 'SSH-2.0-x\r\n', 'not HTTP/1'],
    ['another version', 'HTTP/2.0 200 OK\r\n', 'not HTTP/1'],
    ['a status out of range', 'HTTP/1.1 600 X\r\n', 'not HTTP/1'],
    ['a status of four digits', 'HTTP/1.1 2000 X\r\n', 'not HTTP/1'],
    ['an empty line first', `\r\n${OK}`, 'not HTTP/1'],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\n', 'protocol'],
    [
      'a length and chunks',
      `${OK}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`,
      'and chunks',
    ],
    [
      'chunks and a length',
      `${OK}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n`,
      'and chunks',
    ],
    ['two lengths', `${OK}content-length: 5\r\ncontent-length: 6\r\n`, 'two lengths'],
    ['a list of lengths', `${OK}content-length: 5, 5\r\n`, 'no number'],
    ['a negative length', `${OK}content-length: -5\r\n`, 'no number'],
    ['a signed length', `${OK}content-length: +5\r\n`, 'no number'],
    ['a hexadecimal length', `${OK}content-length: 0x5\r\n`, 'no number'],
    ['an empty length', `${OK}content-length:\r\n`, 'no number'],
    ['a length with an odd space', `${OK}content-length: 5\xa0\r\n`, 'no number'],
    ['a length beyond integers', `${OK}content-length: 9999999999999999\r\n`, 'no number'],
    ['an unknown transfer coding', `${OK}transfer-encoding: gzip, chunked\r\n`, 'transfer coding'],
    [
      'chunks in chunks',
      `${OK}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n`,
      'transfer coding',
    ],
    ['chunks in HTTP/1.0', 'HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', 'HTTP/1.0'],
    ['no end', `${OK}\r\n`, 'where it ends'],
    ['a body for 204', 'HTTP/1.1 204 X\r\ncontent-length: 1\r\n\r\n', 'does not allow'],
    ['chunks for 204', 'HTTP/1.1 204 X\r\ntransfer-encoding: chunked\r\n\r\n', 'does not allow'],
    ['a body for 100', 'HTTP/1.1 100 X\r\ncontent-length: 1\r\n\r\n', 'does not allow'],
    ['a folded header', `${OK}x-a: b\r\n c\r\n`, 'proper name'],
    ['a space before the colon', `${OK}content-length : 5\r\n`, 'proper name'],
    ['a header without a colon', `${OK}oops\r\n`, 'proper name'],
    ['a header without a name', `${OK}: x\r\n`, 'proper name'],
    ['a bare LF', `${OK}x: y\n`, 'control character'],
    ['a bare CR', `${OK}x: y\rz`, 'CR without LF'],
    ['a NUL in a header', `${OK}x: \0\r\n`, 'control character'],
    ['a DEL in a header', `${OK}x: \x7f\r\n`, 'control character'],
    ['two codings', `${OK}content-encoding: gzip\r\ncontent-encoding: gzip\r\n`, 'two codings'],
    ['too many headers', `${OK}${'x: y\r\n'.repeat(HEADERS_MAX + 1)}`, 'headers'],
    ['a head without end', `${OK}x: ${'y'.repeat(HEAD_BYTES_MAX)}`, 'too long'],
    ['answers before the answer, for ever', 'HTTP/1.1 100 X\r\n\r\n'.repeat(1000), 'too long'],
    ['a length over the bound', `${OK}content-length: ${REPLY_BYTES_MAX + 1}\r\n\r\n`, 'bytes'],
    ['a chunk over the bound', `${OK}transfer-encoding: chunked\r\n\r\n40001\r\n`, 'bytes'],
    ['a chunk size that is none', `${OK}transfer-encoding: chunked\r\n\r\nxyz\r\n`, 'chunk size'],
    ['an empty chunk size', `${OK}transfer-encoding: chunked\r\n\r\n\r\n`, 'chunk size'],
    ['a negative chunk size', `${OK}transfer-encoding: chunked\r\n\r\n-1\r\n`, 'chunk size'],
    ['a long chunk size', `${OK}transfer-encoding: chunked\r\n\r\n000000001\r\n`, 'chunk size'],
    ['a long extension', `${OK}transfer-encoding: chunked\r\n\r\n1;${'x'.repeat(300)}`, 'too long'],
    ['a chunk longer than it says', `${OK}transfer-encoding: chunked\r\n\r\n1\r\nab\r\n`, 'longer'],
    ['a chunk that ends with LF', `${OK}transfer-encoding: chunked\r\n\r\n1\r\na\n`, 'control'],
    [
      'a trailer without a name',
      `${OK}transfer-encoding: chunked\r\n\r\n0\r\noops\r\n`,
      'proper name',
    ],
    [
      'trailers without end',
      `${OK}transfer-encoding: chunked\r\n\r\n0\r\n${'x: y\r\n'.repeat(3000)}`,
      'too long',
    ],
    ['more than a length', `${OK}content-length: 2\r\n\r\nhi!`, 'after its end'],
    ['more than the chunks', `${OK}transfer-encoding: chunked\r\n\r\n0\r\n\r\nx`, 'after its end'],
    ['a second answer', `${OK}content-length: 0\r\n\r\n${OK}`, 'after its end'],
  ];
  for (const [what, bytes, fault] of rows) {
    test(what, () => {
      expect(read(bytes)).toContain(fault);
      expect(read(bytes, true)).toContain(fault);
    });
  }

  for (const bytes of ['', 'HTTP/1.1 2', OK, `${OK}content-length: 5\r\n\r\nhi`]) {
    test(`an end in the middle: ${JSON.stringify(bytes)}`, () => {
      expect(read(bytes, true)).toContain('before the answer did');
    });
  }

  test('chunks and bytes without length are counted as they come', () => {
    const half = 'x'.repeat(REPLY_BYTES_MAX / 2);
    const chunk = `20000\r\n${half}\r\n`;
    const chunked = `${OK}transfer-encoding: chunked\r\n\r\n`;
    expect(read(`${chunked}${chunk}${chunk}0\r\n\r\n`)).toMatchObject({ text: half + half });
    expect(read(`${chunked}${chunk}${chunk}1\r\nx`)).toContain('bytes');
    const open = `${OK}connection: close\r\n\r\n`;
    expect(read(`${open}${half}${half}`, true)).toMatchObject({ text: half + half });
    expect(read(`${open}${half}${half}x`)).toContain('bytes');
  });
});

test('a reader can be used again after any outcome', () => {
  const reader = new ResponseReader();
  for (const before of [
    '',
    'HTTP/1.1 200 OK\r\nx: y\r',
    'garbage\n',
    `${OK}content-length: 9\r\n\r\nhi`,
  ]) {
    reader.push(Buffer.from(before));
    reader.reset();
    expect(reader.hasStarted).toBe(false);
    const response = reader.push(Buffer.from(`${OK}content-length: 2\r\n\r\nhi`));
    expect(response).toMatchObject({ status: 200, isReusable: true });
    reader.reset();
  }
});
