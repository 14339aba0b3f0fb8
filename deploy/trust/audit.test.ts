import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../src/http/free-port.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { answerIn } from './audit-answer.ts';
import { runAudit } from './run-audit.ts';

afterAll(cleanUp);

const DAY = '2026-11-18';
const ENDPOINT = '/-/npm/v1/security/advisories/bulk';

type Project = { readonly root: string; readonly lastAuditFile: string };

/** With one package for production, which may have a hole. */
function project(): Project {
  const root = temporaryFolder();
  const own = { name: 'own', version: '1.0.0', dependencies: { weak: '1.0.0' } };
  const weak = { version: '1.0.0', resolved: 'http://localhost/weak.tgz', integrity: 'sha512-AA' };
  const packages = { '': own, 'node_modules/weak': weak };
  const lock = { name: own.name, version: own.version, lockfileVersion: 3, packages };
  writeFileSync(join(root, 'package.json'), JSON.stringify(own));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
  return { root, lastAuditFile: join(root, 'last-audit.json') };
}

/** What a registry says of a hole in the package; of a package without one it says nothing. */
const holes = (severity?: string) => {
  const hole = { id: 1, url: 'http://localhost/1', title: 'A hole', vulnerable_versions: '<2' };
  return Response.json(severity === undefined ? {} : { weak: [{ ...hole, severity }] });
};

const withoutEndpoint = (status: number) => new Response('', { status });

/** An audit at a registry that answers the question in this way, or that nobody can reach. */
async function auditAt(
  answer: Response | 'unreachable',
  { root, lastAuditFile }: Project,
  recordedAs?: string,
) {
  const port = freePort('127.0.0.1');
  const registry = answer === 'unreachable' ? undefined : startRegistry(port, answer);
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
    npm_config_cache: join(root, 'cache'),
  };
  const recorded = recordedAs === undefined ? {} : { recordedAs };
  try {
    return await runAudit({ root, lastAuditFile, env, ...recorded });
  } finally {
    await registry?.stop(true);
  }
}

const startRegistry = (port: number, answer: Response) =>
  Bun.serve({
    hostname: '127.0.0.1',
    port,
    fetch: ({ url }) =>
      url.endsWith(ENDPOINT)
        ? answer
        : Response.json({
            name: 'weak',
            versions: { '1.0.0': { name: 'weak', version: '1.0.0' } },
          }),
  });

describe('npm run audit with an audit endpoint', () => {
  for (const severity of ['high', 'critical']) {
    test(`fails on a ${severity} hole and names the package`, async () => {
      const { isPassed, sentence } = await auditAt(holes(severity), project());
      expect(isPassed).toBe(false);
      expect(sentence).toContain(`known holes: weak (${severity}).`);
    });
  }

  test('passes on a moderate hole, and says that there is one', async () => {
    const { isPassed, sentence } = await auditAt(holes('moderate'), project());
    expect([isPassed, sentence]).toEqual([true, expect.stringContaining('; 1 have lesser ones.')]);
  });

  test('records nothing unless it is told to', async () => {
    const own = project();
    await auditAt(holes(), own);
    expect(existsSync(own.lastAuditFile)).toBe(false);
    await auditAt(holes(), own, DAY);
    expect(JSON.parse(readFileSync(own.lastAuditFile, 'utf8'))).toEqual({
      date: DAY,
      lockFile: expect.stringMatching(/^[0-9a-f]{64}$/),
      serious: [],
      lesser: 0,
    });
  });
});

describe('npm run audit without an audit endpoint', () => {
  /** Audited where there is one, on that day. */
  const audited = project();
  beforeAll(async () => {
    await auditAt(holes('low'), audited, DAY);
  });

  for (const status of [404, 405, 501]) {
    test(`says so at a ${status}, and passes on what was recorded of the same lock file`, async () => {
      expect(await auditAt(withoutEndpoint(status), audited)).toEqual({
        isPassed: true,
        sentence: `The registry has no audit endpoint: it answered ${status}. The same lock file was audited on ${DAY}. No package for production has a known hole of high or critical severity; 1 have lesser ones.`,
      });
    });
  }

  test('passes on the record where nobody can reach the registry, and says so', async () => {
    const { isPassed, sentence } = await auditAt('unreachable', audited);
    expect(isPassed).toBe(true);
    expect(sentence).toMatch(
      /^The registry did not answer: .*ECONNREFUSED.* audited on 2026-11-18\./,
    );
  });

  test('fails on a serious hole that was recorded', async () => {
    const own = project();
    await auditAt(holes('high'), own, DAY);
    const { isPassed, sentence } = await auditAt(withoutEndpoint(404), own);
    expect([isPassed, sentence]).toEqual([false, expect.stringContaining('weak (high)')]);
  });

  test('fails where the lock file has changed since, and says what to do', async () => {
    const changed = project();
    appendFileSync(join(changed.root, 'package-lock.json'), '\n');
    const { root } = changed;
    const { lastAuditFile } = audited;
    const { isPassed, sentence } = await auditAt(withoutEndpoint(404), { root, lastAuditFile });
    expect(isPassed).toBe(false);
    expect(sentence).toContain(`has changed since the last audit, of ${DAY}: run \`npm run audit`);
  });

  test('passes where nothing was ever recorded, and says that nothing is known', async () => {
    const { isPassed, sentence } = await auditAt(withoutEndpoint(405), project());
    expect([isPassed, sentence]).toEqual([true, expect.stringContaining('were not looked for')]);
  });

  test('has nothing to record', async () => {
    const own = project();
    const { isPassed, sentence } = await auditAt(withoutEndpoint(404), own, DAY);
    expect([isPassed, sentence]).toEqual([false, expect.stringContaining('nothing to record')]);
    expect(existsSync(own.lastAuditFile)).toBe(false);
  });
});

test('what is no answer of npm counts as none', () => {
  for (const printed of ['', 'not JSON']) {
    expect(answerIn(printed)).toEqual({
      why: 'The registry did not answer: nothing came in time.',
    });
  }
  expect(answerIn('{"error":{"summary":"no network"}}')).toEqual({
    why: 'The registry did not answer: no network.',
  });
});
