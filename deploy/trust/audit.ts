/** `npm run audit`: whether packages for production have known holes. */
import { auditVerdict } from './audit-verdict.ts';
import { ROOT } from './production-packages.ts';

const TIME_LIMIT_MS = 60_000;

const { stdout } = Bun.spawnSync(['npm', 'audit', '--omit=dev', '--json'], {
  cwd: ROOT,
  timeout: TIME_LIMIT_MS,
});
const { isPassed, sentence } = auditVerdict(stdout.toString());
process.stdout.write(`${sentence}\n`);
process.exit(isPassed ? 0 : 1);
