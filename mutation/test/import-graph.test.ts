import { expect, test } from 'bun:test';
import { likeliestFirst, reachOfTests, testsOf } from '../src/import-graph.ts';

const FILES = {
  'bin/parley': 'exec "$bin/bun" "$bin/../src/main.ts"',
  'src/main.ts': "import { a } from './a.ts';",
  'src/a.ts': "import { b } from './b.ts';\nconst entry = new URL('./child.ts', import.meta.url);",
  'src/b.ts': "import type { C } from './c.ts';",
  'src/c.ts': '',
  'src/child.ts': '',
  'src/b.test.ts': "import { b } from './b.ts';",
  'test/a.test.ts': "import { a } from '../src/a.ts';",
  'test/bench.test.ts': "import { b } from '../src/b.ts';",
  'test/browser.ts': "import { chromium } from 'playwright-core';",
  'test/page.test.ts':
    "import { open } from './browser.ts';\nimport { d } from '../src/d.ts';\nimport { e } from '../src/console/e.ts';",
  'src/console/e.ts': '',
  'src/d.ts': '',
  'test/whole.test.ts': "run('bin/parley');",
};
const reach = reachOfTests({ root: '', files: new Map(Object.entries(FILES)) });

test('the tests that import a file come nearest first, apart from those that start it', () => {
  expect(testsOf('src/b.ts', reach)).toEqual({
    direct: ['src/b.test.ts'],
    indirect: ['test/a.test.ts'],
    starting: ['test/whole.test.ts'],
  });
});

test('a file that is started as a process is seen by the tests of what starts it', () => {
  expect(testsOf('src/child.ts', reach)).toEqual({
    direct: [],
    indirect: [],
    starting: ['test/a.test.ts', 'test/whole.test.ts'],
  });
});

test('importing a type is not seeing the file', () => {
  expect(testsOf('src/c.ts', reach)).toEqual({ direct: [], indirect: [], starting: [] });
});

test('a test in a browser sees the code of the console and no other', () => {
  const none = { direct: [], indirect: [], starting: [] };
  expect(testsOf('src/d.ts', reach)).toEqual(none);
  expect(testsOf('src/console/e.ts', reach)).toEqual({ ...none, direct: ['test/page.test.ts'] });
});

test('tests of the same folder come before nearer ones', () => {
  const files = {
    'src/notices/x.ts': '',
    'src/a.ts': "import { x } from './notices/x.ts';",
    'src/b.ts': "import { a } from './a.ts';",
    'src/a.test.ts': "import { a } from './a.ts';",
    'test/notices/far.test.ts': "import { b } from '../../src/b.ts';",
  };
  const { indirect } = testsOf(
    'src/notices/x.ts',
    reachOfTests({ root: '', files: new Map(Object.entries(files)) }),
  );
  expect(indirect).toEqual(['test/notices/far.test.ts', 'src/a.test.ts']);
});

test('the test that noticed a mutant of a file comes first in its group', () => {
  const tests = { direct: ['a', 'b'], indirect: ['c', 'd', 'e'], starting: ['f', 'g'] };
  expect(likeliestFirst(tests, 'e')).toEqual({ ...tests, indirect: ['e', 'c', 'd'] });
  expect(likeliestFirst(tests, 'b')).toEqual({ ...tests, direct: ['b', 'a'] });
});
