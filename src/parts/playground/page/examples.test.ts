import { expect, test } from 'bun:test';
import { integrationLevel } from '../../../core/openrtb/integration-level.ts';
import { validate } from '../../../core/openrtb/validate.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { EXAMPLES } from './examples.ts';

test('each example is valid, without a warning, and of the level it stands for', () => {
  for (const { level, request } of EXAMPLES) {
    const valid = validate(JSON.parse(JSON.stringify(request)));
    if (valid instanceof Refusal) throw new Error(JSON.stringify(valid));
    expect({ warnings: valid.warnings, level: integrationLevel(valid.wire) }).toEqual({
      warnings: [],
      level,
    });
  }
  expect(EXAMPLES.map(({ level }) => level)).toEqual([1, 2, 3, 4]);
});
