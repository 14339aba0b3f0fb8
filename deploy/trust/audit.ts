/** `npm run audit`: whether packages for production have known holes. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './production-packages.ts';
import { runAudit } from './run-audit.ts';

const HELP = `Asks the registry for known holes in packages for production, and fails on high and critical ones

Usage: npm run audit -- [options]

  --record   writes what it answered into deploy/trust/last-audit.json, for registries without an audit endpoint
  --help     this text
`;

const { values } = parseArgs({
  options: { record: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
});

if (values.help) process.stdout.write(HELP);
else {
  const { isPassed, sentence } = await runAudit({
    root: ROOT,
    lastAuditFile: join(ROOT, 'deploy/trust/last-audit.json'),
    ...(values.record
      ? { recordedAs: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length) }
      : {}),
  });
  process.stdout.write(`${sentence}\n`);
  process.exitCode = isPassed ? 0 : 1;
}
