import { expect, test } from 'bun:test';
import { clickRoomBytes, NOTICE_URL_LENGTH_MAX, noticeRoomBytes } from './notice-room.ts';
import { sealCalls } from './sealed-calls.ts';
import { TOKEN_LENGTH_MAX } from './token.ts';

const ROOT = 'https://bid.example/n/';
const KEY = Buffer.alloc(32, 7);
const sealed = (bytes: number) => sealCalls(KEY, { index: 0, kind: 'win' }, ['x'.repeat(bytes)]);
const TOKEN = 'A'.repeat(TOKEN_LENGTH_MAX);

/** A byte takes at most two characters of base64url. */
const SLACK = 2;

test('the room of a notice is what the longest word, token and parameter leave of 4096 characters', () => {
  const url = `${ROOT}fixed-bill/${TOKEN}?p=\${AUCTION_PRICE}&c=${sealed(noticeRoomBytes(ROOT))}`;
  expect(url.length).toBeLessThanOrEqual(NOTICE_URL_LENGTH_MAX);
  expect(url.length).toBeGreaterThan(NOTICE_URL_LENGTH_MAX - SLACK);
});

test('the room of a click has its destination taken from it', () => {
  const destination = 'x'.repeat(1000);
  const room = clickRoomBytes(ROOT, destination);
  const url = `${ROOT}fixed-bill/${TOKEN}?to=${destination}&s=${'A'.repeat(14)}&c=${sealed(room)}`;
  expect(url.length).toBeLessThanOrEqual(NOTICE_URL_LENGTH_MAX);
  expect(url.length).toBeGreaterThan(NOTICE_URL_LENGTH_MAX - SLACK);
});
