import { describe, expect, test } from 'bun:test';
import FAULTY_ANSWERS from './faulty-answers.json';
import { REPLY_BYTES_MAX } from './response-body.ts';
import { HEAD_BYTES_MAX, HEADERS_MAX, ResponseReader } from './response-reader.ts';

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
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

describe('answers that are understood', () => {
  const rows: readonly [bytes: string, status: number, text: string, isReusable: boolean][] = [
    [`${OK}content-length: 5\r\n\r\nhello`, 200, 'hello', true],
    [`${OK}content-length: 2\r\nContent-Length: 2\r\n\r\nhi`, 200, 'hi', true],
    ['HTTP/1.1 204 No Content\r\n\r\n', 204, '', true],
    ['HTTP/1.1 304 Not Modified\r\ncontent-length: 7\r\n\r\n', 304, '', true],
    ['HTTP/1.1 500\r\nContent-Length: 0\r\n\r\n', 500, '', true],
    [
      `${OK}Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0002 ;x="y"\r\nde\r\n0\r\nx-sum: 1\r\n\r\n`,
      200,
      'abcde',
      true,
    ],
    [`${OK}connection: keep-alive , Close\r\ncontent-length: 2\r\n\r\nhi`, 200, 'hi', false],
    ['HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nhi', 200, 'hi', false],
    [
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${OK}content-length: 2\r\n\r\nhi`,
      200,
      'hi',
      true,
    ],
  ];
  test.each(rows)('%j', (bytes, status, text, isReusable) => {
    expect(read(bytes)).toEqual({ status, text, isReusable });
    expect(read(bytes.slice(0, -1))).toBe('more');
  });

  for (const head of ['HTTP/1.0 200 OK\r\n\r\n', `${OK}connection: close\r\n\r\n`]) {
    test(`one that ends with the connection: ${JSON.stringify(head)}`, () => {
      expect(read(`${head}hello`)).toBe('more');
      expect(read(`${head}hello`, true)).toEqual({ status: 200, text: 'hello', isReusable: false });
    });
  }
});

describe('answers that are faults', () => {
  const rows: readonly [bytes: string, fault: string][] = [
    [`${OK}${'x: y\r\n'.repeat(HEADERS_MAX + 1)}`, 'headers'],
    [`${OK}x: ${'y'.repeat(HEAD_BYTES_MAX)}`, 'too long'],
    ['HTTP/1.1 100 X\r\n\r\n'.repeat(1000), 'too long'],
    [`${OK}content-length: ${REPLY_BYTES_MAX + 1}\r\n\r\n`, 'bytes'],
    [`${CHUNKED}1;${'x'.repeat(300)}`, 'too long'],
    [`${CHUNKED}0\r\n${'x: y\r\n'.repeat(3000)}`, 'too long'],
  ];
  test.each([...(FAULTY_ANSWERS as [string, string][]), ...rows])('%j', (bytes, fault) => {
    expect(read(bytes)).toContain(fault);
    expect(read(bytes, true)).toContain(fault);
  });

  for (const bytes of ['', 'HTTP/1.1 2', OK, `${OK}content-length: 5\r\n\r\nhi`]) {
    test(`an end in the middle: ${JSON.stringify(bytes)}`, () => {
      expect(read(bytes, true)).toContain('before the answer did');
    });
  }

  test('chunks and bytes without length are counted as they come', () => {
    const half = 'x'.repeat(REPLY_BYTES_MAX / 2);
    const chunk = `20000\r\n${half}\r\n`;
    const chunked = `${CHUNKED}`;
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

const KEPT = new Set(['location', 'content-type']);

const keeping = (text: string) =>
  new ResponseReader({ keptHeaders: KEPT }).push(Buffer.from(text, 'latin1'));

describe('a reader that keeps headers', () => {
  test('keeps those that it is told to, by their names in lower case', () => {
    const head = 'HTTP/1.1 301 Moved\r\nLOCATION: \thttps://A.example/B \r\nServer: x\r\n';
    expect(keeping(`${head}Content-Type:text/plain\r\nContent-Length: 0\r\n\r\n`)).toHaveProperty(
      'headers',
      new Map([
        ['location', 'https://A.example/B'],
        ['content-type', 'text/plain'],
      ]),
    );
  });

  test('refuses an answer that has one of them twice', () => {
    const twice = 'Location: https://a.example\r\nlocation: https://b.example\r\n';
    expect(keeping(`HTTP/1.1 302 Found\r\n${twice}Content-Length: 0\r\n\r\n`)).toEqual({
      fault: 'the answer has two headers location',
    });
  });

  test('keeps none of an interim answer, or of the answer before', () => {
    const reader = new ResponseReader({ keptHeaders: KEPT });
    const hints = 'HTTP/1.1 103 Early Hints\r\nlocation: /a\r\n\r\n';
    const last = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n';
    for (const own of ['content-type: text/plain\r\n', '']) {
      const result = reader.push(Buffer.from(`${hints}${last}${own}\r\n`, 'latin1'));
      expect(result).toHaveProperty(
        'headers',
        new Map(own === '' ? [] : [['content-type', 'text/plain']]),
      );
      reader.reset();
    }
  });
});

test('of a body that is too long, a reader of beginnings hands over the beginning, and the connection ends', () => {
  const head = `${OK}content-length: 5\r\n\r\n`;
  for (const [replyBytesMax, text, isReusable] of [
    [3, 'hel', false],
    [5, 'hello', true],
  ] as const) {
    const reader = new ResponseReader({ replyBytesMax, body: 'start' });
    const result = reader.push(Buffer.from(`${head}hello`));
    expect(result).toMatchObject({ body: new TextEncoder().encode(text), isReusable });
  }
});
