import { describe, expect, test } from 'bun:test';
import { dependencies, devDependencies } from '../../package.json';
import { licencesText } from './licences.ts';
import { productionPackages } from './production-packages.ts';

describe('the licences', () => {
  const packages = productionPackages();
  const names = packages.map(({ name }) => name);

  test('name every dependency for production and none for development', () => {
    for (const name of Object.keys(dependencies)) expect(names).toContain(name);
    for (const name of Object.keys(devDependencies)) expect(names).not.toContain(name);
  });

  test('state a licence for each package', () => {
    expect(packages.filter(({ licence }) => licence === 'not stated')).toEqual([]);
  });

  test('carry the texts that packages ship with', () => {
    const text = licencesText(packages);
    expect(text).toContain('pino 10.4.0: MIT');
    expect(text.match(/Permission is hereby granted/g)?.length ?? 0).toBeGreaterThan(5);
  });
});
