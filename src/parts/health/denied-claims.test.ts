import { expect, test } from 'bun:test';
import { TROUBLE_IDS, TROUBLES } from '../../host/observe/troubles.ts';
import { withoutDeniedClaims } from './denied-claims.ts';
import { troubleOf } from './trouble-of.ts';

const all = TROUBLE_IDS.map((id) => troubleOf(id, { kind: 'warn', what: 'it is so' }));
const CLAIM = /notices are kept|takes notices|money is exact|no money is lost/i;

test.each(['journal-blocked', 'notices-refused'] as const)(
  'beside %s, no effect says that notices are kept or that money is exact',
  (denying) => {
    const others = all.filter(({ id }) => !/^(?:journal-blocked|notices-refused)$/.test(id));
    const said = withoutDeniedClaims([...others, troubleOf(denying, { kind: 'bad', what: 'so' })]);
    expect(said.filter(({ effect }) => CLAIM.test(effect)).map(({ id }) => id)).toEqual([]);
    for (const { id, effect } of said) {
      const isChanged = effect !== TROUBLES[id].effect;
      expect([id, isChanged]).toEqual([id, CLAIM.test(TROUBLES[id].effect)]);
      expect(effect.endsWith(' Another trouble says what becomes of notices.')).toBe(isChanged);
    }
  },
);
