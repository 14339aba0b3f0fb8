import type { Sums } from '../../../core/sale/measures.ts';
import type { SummedRow } from '../../../ledger/report-types.ts';
import type { Ledger } from '../../../ledger/start-ledger.ts';
import { DAY_MS, dayOf } from '../../../lib/day.ts';
import { NANOS_PER_USD } from '../../../lib/money.ts';
import { shortened } from '../../../lib/shortened.ts';
import type { StoredPublisher } from '../../../store/stored-account.ts';
import { FILE_REVISION } from '../../campaigns/api/store-document.ts';
import type { Supply } from '../../supply/supply.ts';
import type { PublisherList, PublisherRow } from '../page/api.ts';
import type { PublisherQuestion } from './accounts-api.ts';
import type { ListedAccounts } from './listed-accounts.ts';

const PAGE_ROWS = 50;
type ListSources = {
  readonly ledger: Pick<Ledger, 'report'>;
  readonly supply: Pick<Supply, 'flagOf'>;
};

/** Publishers by search and state, in the order of their ids, the very one first, with the figures of today. */
export async function publisherList(
  known: ListedAccounts,
  { ledger, supply }: ListSources,
  { find, state, page: asked }: PublisherQuestion,
  nowMs: number,
): Promise<PublisherList> {
  const text = find.trim().toLowerCase();
  const found = known
    .publishers()
    .filter((one) => state === undefined || one.state === state)
    .filter((one) => wordsOf(one).some((word) => word.toLowerCase().includes(text)))
    .toSorted((a, b) => (a.id === find || (a.id < b.id && b.id !== find) ? -1 : 1));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
  const page = Math.min(asked, pages);
  const shown = found.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  const figures = await figuresOf(ledger, shown, nowMs);
  const rows = shown.map((one) => ({
    ...rowOf(one, known, figures && (figures.get(shortened(one.id)) ?? {})),
    flag: supply.flagOf(one.definition) ?? null,
  }));
  return { rows, total: found.length, page, pages };
}

function wordsOf({ id, definition: { seller } }: StoredPublisher): readonly string[] {
  return seller === undefined ? [id] : [id, seller.name, seller.domain];
}

function rowOf(
  stored: StoredPublisher,
  known: ListedAccounts,
  sums: Sums | undefined,
): Omit<PublisherRow, 'flag'> {
  const { id, state, definition, access, revision, changedMs, changedBy } = stored;
  const isOfConfig = revision === FILE_REVISION;
  return {
    id,
    source: isOfConfig ? 'config' : 'store',
    state: state === 'deleted' ? 'paused' : state,
    name: definition.seller?.name ?? null,
    domain: definition.seller?.domain ?? null,
    keys: known.keyCount(id),
    people: access.people.length,
    today: sums === undefined ? null : todayOf(sums),
    changed: isOfConfig ? null : { at: new Date(changedMs).toISOString(), by: changedBy },
  };
}

function todayOf(sums: Sums): NonNullable<PublisherRow['today']> {
  const sum = (name: string) => Number(sums[name] ?? 0n);
  return {
    requests: sum('requests'),
    refusals: sum('refusals'),
    sold: sum('sold'),
    earnedUsd: sum('earned_nanos') / NANOS_PER_USD,
  };
}

/** undefined: the ledger cannot be read. Since midnight UTC, by the ids as reports have them. One report has all, unless there are too many publishers. */
async function figuresOf(
  ledger: Pick<Ledger, 'report'>,
  shown: readonly StoredPublisher[],
  nowMs: number,
): Promise<ReadonlyMap<string, Sums> | undefined> {
  const today = { fromMs: dayOf(nowMs) * DAY_MS, toMs: nowMs + 1 };
  const all = await ledger.report({ ...today, by: ['publisher'] });
  if ('reason' in all) return undefined;
  if (!all.isCut) return new Map(all.rows.map(({ keys: [id = ''], sums }) => [id, sums]));
  const each = shown.map(async ({ id }): Promise<readonly [string, Sums]> => {
    const one = await ledger.report({ ...today, by: [], where: { publisher: id } });
    const totals: Pick<SummedRow, 'sums'> = 'reason' in one ? { sums: {} } : one.totals;
    return [shortened(id), totals.sums];
  });
  return new Map(await Promise.all(each));
}
