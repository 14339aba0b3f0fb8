import { createNoticeKeys } from '../src/notices/keys.ts';
import { createSeller } from '../src/notices/sell.ts';
import { passTrace } from '../src/observe/trace.ts';
import { NO_PLACEMENTS } from '../src/sale/dimensions.ts';

/** What an exchange needs beside its auction, as in a worker that keeps no records. */
export const SELLING = {
  sell: createSeller({
    publicUrl: 'https://bid.example.com',
    keys: createNoticeKeys(['a key of more than thirty-two characters']),
    machine: 1,
    nowMs: Date.now,
    billOnOf: () => 'burl',
    shareOf: () => 10_000,
    placementsOf: () => NO_PLACEMENTS,
    trackersOf: () => 'client',
  }),
  beginTrace: passTrace,
  recorder: { auction() {}, refusal() {}, withoutNative() {} },
  onRecordError: () => {},
  authorize: () => undefined,
};
