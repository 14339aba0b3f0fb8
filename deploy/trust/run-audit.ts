import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerIn, type Holes } from './audit-answer.ts';

/** What the last audit found that worked and was recorded. */
type LastAudit = Holes & {
  readonly date: string;
  /** SHA-256 of the lock file that it was about. */
  readonly lockFile: string;
};

export type Verdict = { readonly isPassed: boolean; readonly sentence: string };

type AuditOptions = {
  /** The folder of the lock file. */
  readonly root: string;
  readonly lastAuditFile: string;
  /** The day of an audit that is to be recorded. */
  readonly recordedAs?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
};

const TIME_LIMIT_MS = 60_000;
const RECORD = '`npm run audit -- --record` where the registry has one, and commit its file';

/**
 * Fails on high and critical holes. Where the registry does not say, what it said of the same lock file before counts.
 * Before the first record nothing is known, and nothing fails.
 */
export async function runAudit(options: AuditOptions): Promise<Verdict> {
  const { root, lastAuditFile, recordedAs, env = process.env } = options;
  const npm = Bun.spawn(['npm', 'audit', '--omit=dev', '--json'], {
    cwd: root,
    env,
    timeout: TIME_LIMIT_MS,
    stderr: 'ignore',
  });
  const lockFile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const answer = answerIn(await npm.stdout.text());
  if (recordedAs !== undefined) {
    if ('why' in answer) {
      return { isPassed: false, sentence: `${answer.why} There is nothing to record.` };
    }
    const last: LastAudit = { date: recordedAs, lockFile, ...answer };
    writeFileSync(lastAuditFile, `${JSON.stringify(last, null, 2)}\n`);
  }
  return 'why' in answer ? verdictFromLast(answer.why, lockFile, lastAuditFile) : verdictOn(answer);
}

function verdictFromLast(why: string, lockFile: string, file: string): Verdict {
  if (!existsSync(file)) {
    return {
      isPassed: true,
      sentence: `${why} No audit is recorded either, so known holes were not looked for: run ${RECORD}.`,
    };
  }
  const last: LastAudit = JSON.parse(readFileSync(file, 'utf8'));
  if (last.lockFile !== lockFile) {
    return {
      isPassed: false,
      sentence: `${why} The lock file has changed since the last audit, of ${last.date}: run ${RECORD}.`,
    };
  }
  const { isPassed, sentence } = verdictOn(last);
  return {
    isPassed,
    sentence: `${why} The same lock file was audited on ${last.date}. ${sentence}`,
  };
}

function verdictOn({ serious, lesser }: Holes): Verdict {
  if (serious.length > 0) {
    return {
      isPassed: false,
      sentence: `Packages for production have known holes: ${serious.join(', ')}. \`npm audit --omit=dev\` says more.`,
    };
  }
  return {
    isPassed: true,
    sentence: `No package for production has a known hole of high or critical severity; ${lesser} have lesser ones.`,
  };
}
