import { describe, expect, test } from 'bun:test';
import {
  bunStaysAtTheEdge,
  consoleTakesTypesOfServers,
  importsPointDown,
  kitIsMetAtItsEntries,
  noBarrels,
  noCycles,
  partnersAreStrangers,
  permissionsAreUsed,
  type Rule,
  testsStayOutside,
} from './architecture-rules.ts';
import { importsOf, readSourceFiles, type SourceFile } from './source-files.ts';

const FILES = readSourceFiles('src', 'test', 'bench');

type Guarantee = {
  readonly rule: Rule;
  /** A small tree that breaks the rule, to know that it would be noticed, and the sentence about it. */
  readonly broken: Readonly<Record<string, string>>;
  readonly says: string;
};

const GUARANTEES: Readonly<Record<string, Guarantee>> = {
  'imports point down the list of folders, never up or sideways': {
    rule: importsPointDown,
    broken: { 'src/http/a.ts': `import type { X } from '../worker/x.ts';` },
    says: 'src/http/a.ts imports src/worker/x.ts: http may import only adcp, config, console, reports, statements, images, store, supply, exchange, notices, demand, repairs, openrtb, limits, sale, ledger, observe, lib',
  },
  'lib knows nothing of ours': {
    rule: importsPointDown,
    broken: { 'src/lib/a.ts': `import {\n  x,\n} from '../openrtb/x.ts';` },
    says: 'src/lib/a.ts imports src/openrtb/x.ts: lib may import nothing of ours',
  },
  'partners know nothing of the auction that asks them': {
    rule: importsPointDown,
    broken: { 'src/demand/a.ts': `export { x } from '../auction/x.ts';` },
    says: 'src/demand/a.ts imports src/auction/x.ts: demand may import only lexicon, openrtb, sale, lib',
  },
  'a new folder needs a decision about its imports': {
    rule: importsPointDown,
    broken: { 'src/helpers/a.ts': '' },
    says: 'src/helpers/a.ts: the table of imports has no row for src/helpers',
  },
  'what runs does not need what tests it': {
    rule: testsStayOutside,
    broken: { 'src/lib/a.ts': `await import('../../test/server.ts');` },
    says: 'src/lib/a.ts imports test/server.ts: what runs may not need what tests it',
  },
  'partners do not import partners': {
    rule: partnersAreStrangers,
    broken: { 'src/demand/a/x.ts': `import { y } from '../b/y.ts';` },
    says: 'src/demand/a/x.ts imports src/demand/b/y.ts: partners may not import partners',
  },
  'src knows only the entry points of the kit': {
    rule: kitIsMetAtItsEntries,
    broken: { 'src/cli/a.ts': `import { x } from '../../kit/src/signals/rules.ts';` },
    says: 'src/cli/a.ts imports kit/src/signals/rules.ts: only kit/src/parley.ts, kit/src/element.ts, kit/src/react.ts, kit/src/streams.ts, kit/src/api.ts, kit/src/bid-request.ts, kit/src/visitor.ts, kit/src/no-ad-sentence.ts',
  },
  'the console takes only types of what answers it': {
    rule: consoleTakesTypesOfServers,
    broken: {
      'src/console/a.ts': `import type { A } from '../ledger/a.ts';\nimport {\n  b,\n} from '../store/b.ts';`,
    },
    says: 'src/console/a.ts imports src/store/b.ts: the console may import only types of it',
  },
  'only the edge uses Bun': {
    rule: bunStaysAtTheEdge,
    broken: { 'src/openrtb/a.ts': 'const { sleep } = Bun;' },
    says: 'src/openrtb/a.ts uses Bun: only http, cli, supervisor, worker, catalog, mock-dsp, ledger, limits/redis-client.ts, lib/hmac.ts may',
  },
  'imports do not run in a circle': {
    rule: noCycles,
    broken: {
      'src/lib/a.ts': `import { b } from './b.ts';`,
      'src/lib/b.ts': `import type { C } from './c.ts';`,
      'src/lib/c.ts': `import './b.ts';`,
    },
    says: 'src/lib/b.ts → src/lib/c.ts → src/lib/b.ts: imports may not run in a circle',
  },
  'there are no barrels': {
    rule: noBarrels,
    broken: { 'src/lib/index.ts': '' },
    says: 'src/lib/index.ts: import from the file that declares, not through an index.ts',
  },
};

for (const [name, { rule, broken, says }] of Object.entries(GUARANTEES)) {
  describe(name, () => {
    test('in this project', () => {
      expect(rule(FILES)).toEqual([]);
    });

    test('and a breach would be noticed', () => {
      expect(rule(tree(broken))).toEqual([says]);
    });
  });
}

describe('the table of imports allows nothing that nobody needs', () => {
  test('in this project', () => {
    expect(permissionsAreUsed(FILES)).toEqual([]);
  });

  test('and what is no longer used would be noticed', () => {
    const others = FILES.filter(({ path }) => !path.startsWith('src/config/'));
    expect(permissionsAreUsed(others)).toContain(
      'config may import limits and does not: take limits out of the row of config in test/architecture-rules.ts',
    );
  });
});

test('what the rules do not forbid passes', () => {
  const allowed = tree({
    'src/cli/a.ts': `import { startMachine } from '../supervisor/machine.ts';\nBun.sleep(1);`,
    'src/demand/sample/a.ts': `import { x } from '../partner.ts';\nimport y from 'typebox';`,
    'src/demand/sample/b.ts': `// Bun is fast\nimport { z } from './a.ts';\nconst bun = 'no Bun';`,
    'src/lib/a.test.ts': `import { test } from 'bun:test';\nimport { x } from '../exchange/exchange.ts';`,
  });
  for (const { rule } of Object.values(GUARANTEES)) expect(rule(allowed)).toEqual([]);
});

test('the imports of this project are found at all', () => {
  const server = FILES.find(({ path }) => path === 'src/http/public-port.ts');
  expect(server && importsOf(server)).toContain('src/http/read-body.ts');
  expect(FILES.flatMap(importsOf).length).toBeGreaterThan(FILES.length);
});

function tree(files: Readonly<Record<string, string>>): readonly SourceFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}
