import { describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { runs } from '../../../../test/properties/runs.ts';
import { REPLY_BYTES_MAX, replyOf } from './response-body.ts';
import { ResponseReader } from './response-reader.ts';

const token = fc.stringMatching(/^[a-z][a-z-]{0,12}$/).map((name) => `x-${name}`);
const value = fc.stringMatching(/^[!-~](?:[\t -~]{0,20}[!-~])?$/);

/** Sizes to cut bytes into; the last piece is what is left. */
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 });

function cut(bytes: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const size of sizes) {
    if (at >= bytes.length) break;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  if (at < bytes.length) pieces.push(bytes.subarray(at));
  return pieces;
}

function chunked(body: Buffer, sizes: readonly number[]): Buffer {
  const chunks = cut(body, sizes).map((piece) =>
    Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
  );
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

/** Any answer that is as it should be. */
const validAnswer = fc
  .record({
    status: fc.constantFrom(200, 201, 204, 302, 400, 404, 429, 500, 503),
    headers: fc.array(fc.tuple(token, value), { maxLength: 8 }),
    text: fc.string({ unit: 'grapheme', maxLength: 300 }),
    isGzip: fc.boolean(),
    framing: fc.constantFrom('length', 'chunks', 'close', 'http-1.0'),
    chunkSizes: cuts,
    hasInterim: fc.boolean(),
  })
  .map(({ status, headers, text, isGzip, framing, chunkSizes, hasInterim }) => {
    const plain = Buffer.from(status === 204 ? '' : text);
    const body = isGzip && plain.length > 0 ? gzipSync(plain) : plain;
    const hasBody = status !== 204;
    const lines = [
      ...headers.map(([name, text]) => `${name}: ${text}`),
      ...(body === plain ? [] : ['Content-Encoding: gzip']),
      ...(hasBody && framing === 'length' ? [`Content-Length: ${body.length}`] : []),
      ...(hasBody && framing === 'chunks' ? ['transfer-encoding: chunked'] : []),
      ...(framing === 'close' ? ['connection: close'] : []),
    ];
    const version = framing === 'http-1.0' ? '1.0' : '1.1';
    const interim = hasInterim && version === '1.1' ? 'HTTP/1.1 100 Continue\r\n\r\n' : '';
    const head = `${interim}HTTP/${version} ${status} Some reason\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
    const sent = hasBody && framing === 'chunks' ? chunked(body, chunkSizes) : body;
    return { status, text: plain.toString(), bytes: Buffer.concat([Buffer.from(head), sent]) };
  });

function readPieces(pieces: readonly Buffer[]) {
  const reader = new ResponseReader();
  for (const piece of pieces) {
    const result = reader.push(piece);
    if (result !== undefined) return result;
  }
  return reader.end();
}

describe('the reader', () => {
  test('reads an answer in the same way however it is cut', () => {
    fc.assert(
      fc.property(validAnswer, cuts, ({ bytes, status, text }, sizes) => {
        const whole = readPieces([bytes]);
        expect(readPieces(cut(bytes, sizes))).toEqual(whole);
        expect('fault' in whole ? whole : replyOf(whole)).toEqual({ status, text });
      }),
      { numRuns: runs(200) },
    );
  });

  const mutation = fc.record({
    at: fc.nat(),
    drop: fc.integer({ min: 0, max: 3 }),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('\r\n', '\n', '\r', ' ', ':', '0', 'f', '\r\n\r\n', '\0', '999999', '-', ',')
        .map((text) => Buffer.from(text)),
      fc
        .constantFrom(
          'content-length: 3\r\n',
          'transfer-encoding: chunked\r\n',
          'HTTP/1.1 200 OK\r\n',
        )
        .map((text) => Buffer.from(text)),
    ),
  });

  test('survives any change to an answer, the same however it is cut, and never gives more than the bound', () => {
    fc.assert(
      fc.property(
        validAnswer,
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        cuts,
        ({ bytes }, mutations, sizes) => {
          let mutated = bytes;
          for (const { at, drop, insert } of mutations) {
            const place = at % (mutated.length + 1);
            mutated = Buffer.concat([
              mutated.subarray(0, place),
              insert,
              mutated.subarray(place + drop),
            ]);
          }
          const whole = readPieces([mutated]);
          if ('body' in whole) expect(whole.body.length).toBeLessThanOrEqual(REPLY_BYTES_MAX);
          const pieces = readPieces(cut(mutated, sizes));
          // Of what goes on after its end, a cut may show the answer first and the surplus later.
          const isSurplus = 'fault' in whole && whole.fault.includes('after its end');
          if (!isSurplus) expect(pieces).toEqual(whole);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
