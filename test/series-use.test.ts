import { expect, test } from 'bun:test';
import { layoutOf } from './metrics.ts';
import { readSourceFiles } from './source-files.ts';

test('every declared series is written by some code outside its declaration', () => {
  const sources = readSourceFiles('src').filter(
    ({ path }) => path !== 'src/observe/series.ts' && !path.endsWith('.test.ts'),
  );
  const unused = Object.keys(layoutOf(['acme']).series).filter(
    (name) => !sources.some(({ text }) => text.includes(`'${name}'`)),
  );
  expect(unused).toEqual([]);
});
