import { expect, test } from 'bun:test';
import { createAnswerReader } from './read-answers.ts';

const WIRE = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 204 No Content\r\nX-A: 1\r\n\r\n' +
    'HTTP/1.1 400 Bad Request\r\ncontent-length:0\r\n\r\n',
);

test('answers are told apart wherever the bytes are cut', () => {
  for (let size = 1; size <= WIRE.length; size++) {
    const statuses: number[] = [];
    const read = createAnswerReader((status) => statuses.push(status));
    for (let at = 0; at < WIRE.length; at += size) read(WIRE.subarray(at, at + size));
    expect(statuses).toEqual([200, 204, 400]);
  }
});
