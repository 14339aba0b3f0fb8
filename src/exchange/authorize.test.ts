import { describe, expect, test } from 'bun:test';
import { hashSecret } from '../lib/same-secret.ts';
import { createAuthorize, INVITED, PAUSED, type PublisherAccess } from './authorize.ts';

const KEYS = ['key-one-of-keyed', 'key-two-of-keyed'];
const PUBLISHERS = [
  { id: 'listed' },
  { id: 'keyed', keys: KEYS },
  { id: 'other', keys: ['key-of-another'] },
];

const NOBODY_HELD = { reasonOf: () => undefined };

type TestPublisher = {
  readonly id: string;
  readonly keys?: readonly string[];
  readonly origins?: readonly string[];
  readonly refusal?: PublisherAccess['refusal'];
};

function accessOf(publishers: readonly TestPublisher[], isWhole = true) {
  const byId = new Map(
    publishers.map(({ id, keys = [], origins, refusal }): [string, PublisherAccess] => [
      id,
      { refusal, keys: keys.map(hashSecret), origins: origins && new Set(origins) },
    ]),
  );
  return { get: (id: string) => byId.get(id), isWhole: () => isWhole };
}

/** The refusal of a request without an origin, by its publisher and its `Authorization`. */
function createCheck(mode: Parameters<typeof createAuthorize>[0]) {
  const authorize = createAuthorize(mode, accessOf(PUBLISHERS), NOBODY_HELD);
  return (id: string | undefined, authorization: string | null) => {
    const headers = new Headers(authorization === null ? {} : { authorization });
    return authorize(id, { headers, origin: null });
  };
}

const codeOf = (refusal: ReturnType<ReturnType<typeof createCheck>>) => refusal?.code ?? 'accepted';

describe('in open access', () => {
  const check = createCheck('open');

  test('publishers without keys are accepted, listed or not, and requests without a publisher too', () => {
    for (const id of ['listed', 'stranger', undefined])
      expect(codeOf(check(id, null))).toBe('accepted');
  });

  test('a publisher with keys must show one of its own', () => {
    for (const key of KEYS) expect(codeOf(check('keyed', `Bearer ${key}`))).toBe('accepted');
    expect(codeOf(check('keyed', null))).toBe('UNAUTHORIZED');
    expect(codeOf(check('keyed', 'Bearer key-of-another'))).toBe('UNAUTHORIZED');
    expect(codeOf(check('keyed', `Basic ${KEYS[0]}`))).toBe('UNAUTHORIZED');
  });
});

describe('in listed and in keyed access', () => {
  test('other publishers and requests without a publisher are forbidden', () => {
    for (const mode of ['listed', 'keyed'] as const) {
      const check = createCheck(mode);
      expect(codeOf(check('stranger', `Bearer ${KEYS[0]}`))).toBe('FORBIDDEN');
      expect(codeOf(check(undefined, null))).toBe('FORBIDDEN');
      expect(codeOf(check('keyed', null))).toBe('UNAUTHORIZED');
      expect(codeOf(check('keyed', `Bearer ${KEYS[1]}`))).toBe('accepted');
    }
  });

  test('a listed publisher without keys is accepted where no key is asked for, and forbidden where one is', () => {
    expect(codeOf(createCheck('listed')('listed', null))).toBe('accepted');
    const refused = createCheck('keyed')('listed', 'Bearer any-key');
    expect([refused?.code, refused?.details.reason]).toEqual([
      'FORBIDDEN',
      expect.stringContaining('has no key yet'),
    ]);
  });
});

describe('in verified access', () => {
  const reasons = new Map([['keyed', 'publish the line']]);
  const authorize = createAuthorize('verified', accessOf(PUBLISHERS), {
    reasonOf: (id) => reasons.get(id),
  });
  const check = (id: string | undefined, authorization = '') =>
    authorize(id, { headers: new Headers({ authorization }), origin: null });

  test('publishers that are not known are not served', () => {
    expect(check('listed')).toBeUndefined();
    expect(check('stranger')?.details.reason).toBe(
      'the publisher of this request is not served here',
    );
    expect(check(undefined)?.code).toBe('FORBIDDEN');
  });

  test('a publisher with keys is told why it is held only with its key', () => {
    expect(check('keyed')?.code).toBe('UNAUTHORIZED');
    expect(check('keyed', `Bearer ${KEYS[0]}`)?.details.reason).toBe('publish the line');
  });
});

describe('of a publisher that lists origins', () => {
  const authorize = createAuthorize(
    'open',
    accessOf([
      { id: 'listed', origins: ['https://chat.example', 'https://www.chat.example'] },
      { id: 'open' },
    ]),
    NOBODY_HELD,
  );
  const check = (id: string | undefined, origin: string | null) =>
    authorize(id, { headers: new Headers(), origin });

  test('a page of an origin that its publisher does not list is refused with 403', () => {
    expect(check('listed', 'https://elsewhere.example')).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(check('listed', 'https://chat.example:8443')).toBeDefined();
  });

  test('listed origins, publishers without a list, and servers, which send no origin, are accepted', () => {
    expect(check('listed', 'https://www.chat.example')).toBeUndefined();
    expect(check('listed', null)).toBeUndefined();
    expect(check('open', 'https://elsewhere.example')).toBeUndefined();
    expect(check('unknown', 'https://elsewhere.example')).toBeUndefined();
    expect(check(undefined, 'https://elsewhere.example')).toBeUndefined();
  });
});

test.each(['open', 'listed', 'keyed', 'verified'] as const)(
  'until all publishers are known, those that are not may have rules, and wait: %s',
  (mode) => {
    const known = [{ id: 'a', keys: KEYS }];
    const check = (id: string | undefined, isWhole: boolean) =>
      createAuthorize(
        mode,
        accessOf(known, isWhole),
        NOBODY_HELD,
      )(id, {
        headers: new Headers({ authorization: `Bearer ${KEYS[0]}` }),
        origin: null,
      });
    expect(check('stranger', false)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(check('stranger', true)?.status).not.toBe(503);
    expect(check('a', false)).toBeUndefined();
    expect(check(undefined, false)?.status).not.toBe(503);
  },
);

describe('in every mode', () => {
  const MODES = ['open', 'listed', 'keyed'] as const;
  const asked = (
    mode: (typeof MODES)[number],
    publisher: TestPublisher,
    reasonOf: (id: string) => string | undefined = () => undefined,
  ) =>
    createAuthorize(mode, accessOf([publisher]), { reasonOf })('pub', {
      headers: new Headers({ authorization: `Bearer ${KEYS[0]}` }),
      origin: null,
    });

  test.each(MODES)(
    'a publisher that is paused or invited is refused, whatever its key: %s',
    (mode) => {
      expect(asked(mode, { id: 'pub', keys: KEYS })).toBeUndefined();
      for (const refusal of [PAUSED, INVITED]) {
        expect(asked(mode, { id: 'pub', keys: KEYS, refusal })).toBe(refusal);
      }
      expect(PAUSED.details.reason).toContain('is paused');
      expect(INVITED.details.reason).toContain('is invited');
    },
  );

  test.each(MODES)(
    'one that is held is refused with the reason, and with a wrong key it is not told: %s',
    (mode) => {
      const held = (id: string) => (id === 'pub' ? 'publish the line first' : undefined);
      const refused = asked(mode, { id: 'pub', keys: KEYS }, held);
      expect([refused?.code, refused?.details.reason]).toEqual([
        'FORBIDDEN',
        'publish the line first',
      ]);
      expect(asked(mode, { id: 'pub', keys: ['another-key'] }, held)?.code).toBe('UNAUTHORIZED');
      expect(asked(mode, { id: 'pub', keys: KEYS }, () => undefined)).toBeUndefined();
    },
  );
});
