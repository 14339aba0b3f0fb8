import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_BODY_LENGTH_MAX, OPEN_CALLS_PER_MINUTE } from '../../src/adcp/calls/receive-call.ts';
import { NONCES_MAX } from '../../src/adcp/signatures/nonces.ts';
import { SIGNATURE_HEADER_LENGTH_MAX } from '../../src/adcp/signatures/read-signature.ts';
import { SHOWN_UNITS_MAX } from '../../src/auction/answer-start.ts';
import { REMEMBERED_BYTES_MAX, REMEMBERED_MS_MAX } from '../../src/exchange/remembered-auctions.ts';
import { PASSED_CALL_MS_MAX, PASSED_CALLS_MAX } from '../../src/http/buyer-calls.ts';
import { REPLY_BYTES_MAX } from '../../src/http/client/response-body.ts';
import { BODY_BYTES_MAX, DISCARDED_BYTES_MAX } from '../../src/http/read-body.ts';
import { JSON_VALUES_MAX, NESTING_LEVELS_MAX } from '../../src/lib/json.ts';
import { FILLED_CHARACTERS_MAX } from '../../src/notices/macros.ts';
import { BID_CHARACTERS_MAX, VALUES_MAX, VAST_TAGS_MAX } from '../../src/openrtb/size-limits.ts';
import { ROOT } from '../process.ts';
import { OF_CALLERS, OF_PARTNERS } from './containers.ts';
import { placesIn } from './schema-places.ts';

const PAGE = readFileSync(join(ROOT, 'docs/limits.md'), 'utf8');

/** The last number of each row, by what the row begins with. */
const rows = [...PAGE.matchAll(/^\| ([^|]+) \| (?:([^|]+) \| )?(\d+) \|/gm)].map(
  ([, what = '', where = '', bound]) => `${what} | ${where} | ${bound}`,
);

test('the page of limits has every list of requests and answers with its bound, and no other', () => {
  const lists = [...OF_CALLERS, ...OF_PARTNERS].flatMap(({ schema, prefix }) =>
    placesIn(schema)
      .filter(({ kind }) => kind === 'list')
      .map(({ path, schema: { maxItems } }) => {
        return `\`${path}\` | ${prefix.trim() || 'bid request'} | ${maxItems}`;
      }),
  );
  expect(rows.filter((row) => row.startsWith('`')).sort()).toEqual([...lists].sort());
});

test('the page of limits has the other bounds as the code has them', () => {
  expect(rows.filter((row) => !row.startsWith('`')).map((row) => row.split(' | ').at(-1))).toEqual(
    [
      BODY_BYTES_MAX,
      DISCARDED_BYTES_MAX,
      VALUES_MAX.body,
      NESTING_LEVELS_MAX,
      VALUES_MAX.nativeRequest,
      REPLY_BYTES_MAX,
      VALUES_MAX.answer,
      SHOWN_UNITS_MAX,
      VALUES_MAX.markup,
      BID_CHARACTERS_MAX.name,
      BID_CHARACTERS_MAX.noticeUrl,
      VAST_TAGS_MAX,
      FILLED_CHARACTERS_MAX,
      BODY_BYTES_MAX,
      JSON_VALUES_MAX,
      OPEN_BODY_LENGTH_MAX,
      OPEN_CALLS_PER_MINUTE,
      PASSED_CALLS_MAX,
      PASSED_CALL_MS_MAX,
      NONCES_MAX,
      SIGNATURE_HEADER_LENGTH_MAX,
    ].map(String),
  );
  expect(PAGE).toContain(`${REMEMBERED_BYTES_MAX / 1024 ** 2} MiB`);
  expect(PAGE).toContain('ten minutes');
  expect(REMEMBERED_MS_MAX).toBe(10 * 60_000);
});
