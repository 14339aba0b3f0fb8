import { DIMENSION_WORDS } from '../../core/sale/dimension-words.ts';
import { COLUMNS } from '../../core/sale/measures.ts';
import { command, noArguments } from '../../host/command/command.ts';
import { misfit } from '../../host/command/option-values.ts';
import { withProgress } from '../../host/command/progress.ts';
import { withLedger } from '../../host/command/with-ledger.ts';
import { runReport } from '../../ledger/report.ts';
import { REPORT_FORMATS, reportText } from '../../ledger/report-text.ts';
import { PERIOD_NAMES, readSpan, type SpanText, spanBefore } from '../../lib/time-span.ts';
import { UTC } from '../../lib/time-zone.ts';

const HELP = `What was asked, sold, shown and owed, from the ledger of this folder's config

Usage: parley report [options]

  --by <names>         what to split by, with commas between (publisher,partner)
  --last <time>        up to now: 90m, 24h or 7d (24h)
  --from <time>        from a day like 2026-11-01 or a time like 2026-11-01T09:30Z, in UTC
  --to <time>          up to there, itself not included
  --where <name=value> only this; may be given for several names
  --period <name>      instead of these: ${PERIOD_NAMES.join(', ')}
  --compare previous   beside each figure that of the time of the same length directly before
  --format <format>    ${REPORT_FORMATS.join(', ')} (table)
  --help               this text

What to split by:

${listed(DIMENSION_WORDS)}

Columns; rates are in CSV and JSON only:

${listed(COLUMNS)}
`;

function listed(words: Readonly<Record<string, { readonly meaning: string }>>): string {
  return Object.entries(words)
    .map(([name, { meaning }]) => `  ${name.padEnd(20)} ${meaning}`)
    .join('\n');
}

/** `parley report`: reads the ledger, also while a server writes to it. */
export const report = command({
  name: 'report',
  help: HELP,
  options: {
    by: { type: 'string', default: 'publisher,partner' },
    last: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    where: { type: 'string', multiple: true, default: [] },
    period: { type: 'string' },
    compare: { type: 'string' },
    format: { type: 'string', default: 'table' },
  },
  read(values, positionals) {
    noArguments(positionals);
    const nowMs = Date.now();
    const format = REPORT_FORMATS.find((name) => name === values.format);
    if (format === undefined)
      throw misfit('format', `one of ${REPORT_FORMATS.join(', ')}`, values.format);
    const by = values.by.split(',').map((name) => name.trim());
    const where = Object.fromEntries(values.where.map(readCondition));
    const times: SpanText = values;
    const span = readSpan(times, nowMs);
    if ('expected' in span) throw misfit(span.name, span.expected, times[span.name] ?? '');
    const { compare } = values;
    if (compare !== undefined && compare !== 'previous')
      throw misfit('compare', 'previous', compare);
    const before = compare === undefined ? undefined : spanBefore(span, UTC, nowMs);
    return { question: { by, where, ...span, before }, format };
  },
  run: ({ question, format }, fail) =>
    withLedger(fail, async (database) => {
      const result = await withProgress('summing up the ledger', () =>
        runReport(database, question),
      );
      if ('reason' in result) return fail(result.reason, 2);
      process.stdout.write(reportText(result, format));
    }),
});

function readCondition(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw misfit('where', 'a name and a value like partner=acme', text);
  return [text.slice(0, at), text.slice(at + 1)];
}
