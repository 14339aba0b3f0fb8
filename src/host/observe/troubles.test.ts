import { expect, test } from 'bun:test';
import { TROUBLE_IDS, troublesOf } from './troubles.ts';

const CLAIM = /notices are kept|takes notices|money is exact|no money is lost/i;

test.each(['journal-blocked', 'notices-refused'] as const)(
  'beside %s, no effect says that notices are kept or that money is exact',
  (denying) => {
    const found = TROUBLE_IDS.map((id) => [id, { what: 'it is so' }] as const);
    const others = found.filter(([id]) => !/^(?:journal-blocked|notices-refused)$/.test(id));
    const claiming = troublesOf(others).filter(({ effect }) => CLAIM.test(effect));
    expect(claiming.length).toBeGreaterThan(10);
    const said = troublesOf([...others, [denying, { what: 'it is so' }]]);
    expect(said.filter(({ effect }) => CLAIM.test(effect))).toEqual([]);
  },
);
