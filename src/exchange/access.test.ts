import { describe, expect, test } from 'bun:test';
import { createAccess } from './access.ts';

const KEYS = ['key-one-of-keyed', 'key-two-of-keyed'];
const PUBLISHERS = [
  { id: 'listed' },
  { id: 'keyed', keys: KEYS },
  { id: 'other', keys: ['key-of-another'] },
];

const codeOf = (refusal: ReturnType<ReturnType<typeof createAccess>>) =>
  refusal?.code ?? 'accepted';

describe('in open access', () => {
  const check = createAccess('open', PUBLISHERS);

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
      const check = createAccess(mode, PUBLISHERS);
      expect(codeOf(check('stranger', `Bearer ${KEYS[0]}`))).toBe('FORBIDDEN');
      expect(codeOf(check(undefined, null))).toBe('FORBIDDEN');
      expect(codeOf(check('keyed', null))).toBe('UNAUTHORIZED');
      expect(codeOf(check('keyed', `Bearer ${KEYS[1]}`))).toBe('accepted');
    }
  });

  test('a listed publisher without keys is accepted', () => {
    expect(codeOf(createAccess('listed', PUBLISHERS)('listed', null))).toBe('accepted');
  });
});
