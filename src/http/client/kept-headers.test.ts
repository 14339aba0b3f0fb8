import { describe, expect, test } from 'bun:test';
import { ResponseReader } from './response-reader.ts';

const KEPT = new Set(['location', 'content-type']);

const read = (text: string) =>
  new ResponseReader({ keptHeaders: KEPT }).push(Buffer.from(text, 'latin1'));

describe('a reader that keeps headers', () => {
  test('keeps those that it is told to, by their names in lower case', () => {
    const head = 'HTTP/1.1 301 Moved\r\nLOCATION: \thttps://A.example/B \r\nServer: x\r\n';
    expect(read(`${head}Content-Type:text/plain\r\nContent-Length: 0\r\n\r\n`)).toHaveProperty(
      'headers',
      new Map([
        ['location', 'https://A.example/B'],
        ['content-type', 'text/plain'],
      ]),
    );
  });

  test('refuses an answer that has one of them twice', () => {
    const twice = 'Location: https://a.example\r\nlocation: https://b.example\r\n';
    expect(read(`HTTP/1.1 302 Found\r\n${twice}Content-Length: 0\r\n\r\n`)).toEqual({
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

  test('keeps nothing unless it is told to', () => {
    const reader = new ResponseReader();
    const head = 'HTTP/1.1 302 Found\r\nlocation: /a\r\nlocation: /b\r\nContent-Length: 0\r\n\r\n';
    expect(reader.push(Buffer.from(head, 'latin1'))).not.toHaveProperty('headers');
  });
});
