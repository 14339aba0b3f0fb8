import { expect, test } from 'bun:test';
import { hashSecret } from '../../lib/hmac.ts';
import { createAuthorize, INVITED, PAUSED, type PublisherAccess } from './authorize.ts';

const [KEY, SECOND] = ['key-one-of-keyed', 'key-two-of-keyed'];
const WITH_KEYS = { keys: [KEY, SECOND].map(hashSecret) };
const PUBLISHERS: Readonly<Record<string, Partial<PublisherAccess>>> = {
  listed: {},
  keyed: WITH_KEYS,
  other: { keys: [hashSecret('key-of-another')] },
  paged: { origins: new Set(['https://chat.example', 'https://www.chat.example']) },
  paused: { ...WITH_KEYS, refusal: PAUSED },
  invited: { ...WITH_KEYS, refusal: INVITED },
  held: WITH_KEYS,
};
const WHY_HELD = 'publish the line first';

type Mode = Parameters<typeof createAuthorize>[0];
type Shown = { readonly key?: string; readonly origin?: string };

function refusalOf(mode: Mode, id: string | undefined, shown: Shown = {}, isWhole = true) {
  const get = (name: string): PublisherAccess | undefined => {
    const access = PUBLISHERS[name];
    return access && { refusal: undefined, keys: [], origins: undefined, ...access };
  };
  const holds = { reasonOf: (name: string) => (name === 'held' ? WHY_HELD : undefined) };
  const { key, origin = null } = shown;
  const headers = new Headers(key === undefined ? {} : { authorization: `Bearer ${key}` });
  return createAuthorize(mode, { get, isWhole: () => isWhole }, holds)(id, { headers, origin });
}

const OWN = { key: KEY };
const CASES: readonly [readonly Mode[], string | undefined, Shown, string][] = [
  [['open'], 'stranger', {}, 'accepted'],
  [['open'], undefined, {}, 'accepted'],
  [['listed', 'keyed', 'verified'], 'stranger', OWN, 'FORBIDDEN'],
  [['listed', 'keyed', 'verified'], undefined, OWN, 'FORBIDDEN'],
  [['open', 'listed', 'verified'], 'listed', {}, 'accepted'],
  [['keyed'], 'listed', OWN, 'FORBIDDEN'],
  [['open', 'listed', 'keyed', 'verified'], 'keyed', OWN, 'accepted'],
  [['open', 'listed', 'keyed', 'verified'], 'keyed', { key: SECOND }, 'accepted'],
  [['open', 'listed', 'keyed', 'verified'], 'keyed', {}, 'UNAUTHORIZED'],
  [['open', 'listed', 'keyed', 'verified'], 'keyed', { key: 'key-of-another' }, 'UNAUTHORIZED'],
  [['open', 'listed', 'keyed', 'verified'], 'paused', OWN, 'FORBIDDEN'],
  [['open', 'listed', 'keyed', 'verified'], 'invited', OWN, 'FORBIDDEN'],
  [['open', 'listed', 'keyed', 'verified'], 'held', OWN, 'FORBIDDEN'],
  [['open', 'listed', 'keyed', 'verified'], 'held', { key: 'guessed' }, 'UNAUTHORIZED'],
  // A page of an origin that its publisher does not list; servers send none.
  [['open', 'listed'], 'paged', { origin: 'https://elsewhere.example' }, 'FORBIDDEN'],
  [['open', 'listed'], 'paged', { origin: 'https://chat.example:8443' }, 'FORBIDDEN'],
  [['open', 'listed'], 'paged', { origin: 'https://www.chat.example' }, 'accepted'],
  [['open', 'listed'], 'paged', {}, 'accepted'],
  [['open', 'listed'], 'listed', { origin: 'https://elsewhere.example' }, 'accepted'],
  [['open'], 'stranger', { origin: 'https://elsewhere.example' }, 'accepted'],
];

test.each(CASES)('with %j access, %p that shows %j is %s', (modes, id, shown, code) => {
  for (const mode of modes) expect(refusalOf(mode, id, shown)?.code ?? 'accepted').toBe(code);
});

test('no reason shows a key, and why a publisher is held is told with its key alone', () => {
  const [missing, wrong] = [{}, { key: 'guessed-value' }].map(
    (shown) => refusalOf('open', 'held', shown)?.details.reason,
  );
  expect(wrong).not.toBe(missing);
  expect([missing, wrong].join()).not.toContain('guessed-value');
  expect([missing, wrong].join()).not.toContain(WHY_HELD);
  expect(refusalOf('open', 'held', OWN)?.details.reason).toBe(WHY_HELD);
});

test.each(['open', 'listed', 'keyed', 'verified'] as const)(
  'until all publishers are known, those that are not may have rules, and wait: %s',
  (mode) => {
    expect(refusalOf(mode, 'stranger', OWN, false)?.status).toBe(503);
    expect(refusalOf(mode, 'keyed', OWN, false)).toBeUndefined();
    expect(refusalOf(mode, undefined, OWN, false)?.status).not.toBe(503);
  },
);
