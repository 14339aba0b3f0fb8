import { afterAll, expect, test } from 'bun:test';
import { refusal } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';

afterAll(cleanUp);

test.each(['javascript', 'data', 'https', 'Market', 'market:', 'a b'])(
  'publishers[].appSchemes: %p is no scheme of an app',
  (scheme) => {
    expect(refusal(`publishers:\n  - id: a\n    appSchemes: ["${scheme}"]\n`)).toBe(
      `line 3: publishers[0].appSchemes[0]: expected the scheme of an app in lower case, without the colon, like "market", but got "${scheme}"`,
    );
  },
);
