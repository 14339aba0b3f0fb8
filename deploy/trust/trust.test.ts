import { describe, expect, test } from 'bun:test';
import { dependencies, devDependencies } from '../../package.json';
import { auditVerdict } from './audit-verdict.ts';
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

describe('the check for known holes', () => {
  const report = (severity: string) =>
    JSON.stringify({
      vulnerabilities: { weak: { severity } },
      metadata: { vulnerabilities: { total: 1 } },
    });

  for (const severity of ['high', 'critical']) {
    test(`fails on a ${severity} one and names the package`, () => {
      const verdict = auditVerdict(report(severity));
      expect(verdict.isPassed).toBe(false);
      expect(verdict.sentence).toContain(`weak (${severity})`);
    });
  }

  test('passes on a moderate one, and says that there is one', () => {
    const verdict = auditVerdict(report('moderate'));
    expect(verdict).toMatchObject({ isPassed: true, sentence: expect.stringContaining('1 have') });
  });

  for (const printed of ['', 'not JSON', '{"error":{"summary":"no network"}}']) {
    test(`passes with a sentence where the registry answers ${printed || 'nothing'}`, () => {
      const verdict = auditVerdict(printed);
      expect(verdict.isPassed).toBe(true);
      expect(verdict.sentence).toContain('were not checked');
    });
  }
});
