import { expect, test } from 'bun:test';
import { dependencies, devDependencies } from '../../package.json';
import { licencesText } from './licences.ts';
import { productionPackages } from './production-packages.ts';

test('a release carries the licence of every package for production, and of none for development', () => {
  const packages = productionPackages();
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(names.filter((name) => Object.hasOwn(devDependencies, name))).toEqual([]);
  expect(packages.filter(({ licence }) => licence === 'not stated')).toEqual([]);
  const text = licencesText(packages);
  expect(text).toContain(`preact ${dependencies.preact}: MIT`);
  expect(text.match(/Permission is hereby granted/g)?.length ?? 0).toBeGreaterThan(5);
});
