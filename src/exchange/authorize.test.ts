import { describe, expect, test } from 'bun:test';
import { createAuthorize } from './authorize.ts';
import { createSupplyHolds } from './supply-holds.ts';

const KEYS = ['key-one-of-keyed', 'key-two-of-keyed'];
const PUBLISHERS = [
  { id: 'listed' },
  { id: 'keyed', keys: KEYS },
  { id: 'other', keys: ['key-of-another'] },
];

/** The refusal of a request without an origin, by its publisher and its `Authorization`. */
function createCheck(mode: Parameters<typeof createAuthorize>[0]) {
  const authorize = createAuthorize(mode, PUBLISHERS, createSupplyHolds());
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

  test('a missing key and a wrong key have different reasons, and no reason shows a key', () => {
    const missing = check('keyed', null)?.details.reason;
    const wrong = check('keyed', 'Bearer guessed-value')?.details.reason;
    expect(missing).toContain('expected the header Authorization');
    expect(wrong).not.toBe(missing);
    expect(wrong).not.toContain('guessed-value');
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

  test('a listed publisher without keys is accepted', () => {
    expect(codeOf(createCheck('listed')('listed', null))).toBe('accepted');
  });
});

describe('in verified access', () => {
  const holds = createSupplyHolds();
  const authorize = createAuthorize('verified', PUBLISHERS, holds);
  const check = (id: string | undefined, authorization = '') =>
    authorize(id, { headers: new Headers({ authorization }), origin: null });

  test('a publisher that nobody has told of is held, and others are not served', () => {
    expect(check('listed')?.code).toBe('FORBIDDEN');
    expect(check('listed')?.details.reason).toContain('does not know yet');
    expect(check('stranger')?.details.reason).toBe(
      'the publisher of this request is not served here',
    );
    expect(check(undefined)?.code).toBe('FORBIDDEN');
  });

  test('a publisher is held with its reason, and served, from the moment it is told', () => {
    holds.set('listed', 'publish the line');
    expect(check('listed')?.details.reason).toBe('publish the line');
    holds.set('listed', undefined);
    expect(check('listed')).toBeUndefined();
    holds.forget('listed');
    expect(check('listed')?.code).toBe('FORBIDDEN');
  });

  test('a publisher with keys is told why it is held only with its key', () => {
    expect(check('keyed')?.code).toBe('UNAUTHORIZED');
    expect(check('keyed', `Bearer ${KEYS[0]}`)?.code).toBe('FORBIDDEN');
  });

  test('nobody is held in other modes', () => {
    holds.set('listed', 'publish the line');
    for (const mode of ['open', 'listed'] as const) {
      const other = createAuthorize(mode, PUBLISHERS, holds);
      expect(other('listed', { headers: new Headers(), origin: null })).toBeUndefined();
    }
  });
});

describe('of a publisher that lists origins', () => {
  const publishers = [
    { id: 'listed', origins: ['https://chat.example', 'https://www.chat.example'] },
    { id: 'open' },
  ];
  const authorize = createAuthorize('open', publishers, createSupplyHolds());
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
