import { command, type Fail, onlyOne } from '../../host/command/command.ts';
import { misfit } from '../../host/command/option-values.ts';
import { withProgress } from '../../host/command/progress.ts';
import { withLedger } from '../../host/command/with-ledger.ts';
import type { Config } from '../../host/config/config.ts';
import { configRecords } from '../../host/config/config-records.ts';
import { STATEMENT_FORMATS } from '../../host/offers.ts';
import { journalFolderOf } from '../../ledger/data-folder.ts';
import { undrainedIn } from '../../ledger/read-journals.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Database } from '../../lib/sql/database.ts';
import { readMonth } from '../../lib/time-span.ts';
import { readRecords } from '../../store/records.ts';
import { createStore } from '../../store/store.ts';
import { accountTerms, type NamedAccount } from './account.ts';
import { monthText, statementText } from './statement-text.ts';
import { createStatements, type Statements } from './statements.ts';

const HELP = `What a publisher is owed, or a partner owes, for a month of UTC

Usage: parley statement <month> [options]

  month                like 2026-10
  --publisher <id>     the statement of this publisher
  --partner <name>     the statement of this partner; without either, all accounts with their totals
  --format <format>    ${STATEMENT_FORMATS.join(', ')} (csv); html is a page to print, of one account
  --close              closes the month before: its statements never change again
  --help               this text

A month that is not closed has a draft. docs/statements.md says what is in a statement.
`;

type StatementCommand = {
  readonly month: string;
  readonly account: NamedAccount | undefined;
  readonly format: (typeof STATEMENT_FORMATS)[number];
  readonly isClosing: boolean;
};

/** `parley statement`: also while a server runs on the same database. */
export const statement = command({
  name: 'statement',
  help: HELP,
  options: {
    publisher: { type: 'string' },
    partner: { type: 'string' },
    format: { type: 'string', default: 'csv' },
    close: { type: 'boolean', default: false },
  },
  read(values, positionals): StatementCommand {
    const text = onlyOne('month', positionals) ?? 'nothing';
    const month = readMonth(text);
    if (month === undefined) throw new Error(`expected a month like 2026-10, but got ${text}`);
    const format = STATEMENT_FORMATS.find((name) => name === values.format);
    if (format === undefined)
      throw misfit('format', `one of ${STATEMENT_FORMATS.join(', ')}`, values.format);
    const account = accountOf(values);
    if (format === 'html' && account === undefined) {
      throw misfit('format', 'html with --publisher or --partner', 'html');
    }
    return { month, account, format, isClosing: values.close };
  },
  run: (asked, fail) =>
    withLedger(fail, (database, config) => answer(database, config, asked, fail)),
});

async function answer(
  database: Database,
  config: Config,
  asked: StatementCommand,
  fail: Fail,
): Promise<void> {
  const records = await readRecords(
    database.query,
    configRecords({ config, campaigns: new Map(), file: undefined }),
  );
  const accounts = accountTerms(records);
  const api = createStatements({
    database: () => database,
    store: createStore({
      database: () => database,
      nowMs: Date.now,
      newId: () => crypto.randomUUID(),
      ofConfig: records.ofConfig,
      countOfConfig: records.countOfConfig,
      // A server that runs looks once a second.
      refresh: async () => {},
    }),
    nowMs: Date.now,
    terms: () => ({
      ...accounts,
      rates: config.auction.rates,
      undrained: (query) => undrainedReason(query, config),
    }),
  });
  if (asked.isClosing) {
    const closed = await withProgress('closing the month', () =>
      api.close(asked.month, { who: 'parley statement', role: 'admin' }),
    );
    if (closed instanceof Refusal) return fail(closed.details.reason, 1);
  }
  const text = await withProgress('summing up the month', () => textOf(api, asked));
  if (text instanceof Refusal) return fail(text.details.reason, 1);
  process.stdout.write(text);
}

async function textOf(
  api: Statements,
  { month, account, format }: StatementCommand,
): Promise<string | Refusal> {
  if (account !== undefined) {
    const found = await api.statement(month, account);
    return found instanceof Refusal ? found : statementText(found, format);
  }
  const list = await api.month(month);
  if (list instanceof Refusal) return list;
  return monthText(list, format === 'html' ? 'csv' : format);
}

async function undrainedReason(
  query: Database['query'],
  { dataDir }: Config,
): Promise<string | undefined> {
  const bytes = await undrainedIn(query, journalFolderOf(dataDir));
  if (bytes === 0) return undefined;
  return `the journals under ${dataDir} have ${bytes} bytes that are not in the database: start Parley, which drains them`;
}

function accountOf({
  publisher,
  partner,
}: {
  readonly publisher?: string | undefined;
  readonly partner?: string | undefined;
}): NamedAccount | undefined {
  if (publisher !== undefined && partner !== undefined) {
    throw new Error('expected --publisher or --partner, but got both');
  }
  if (publisher !== undefined) return { publisher };
  return partner === undefined ? undefined : { partner };
}
