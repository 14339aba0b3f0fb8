import Type from 'typebox';
import type { Sums } from '../../core/sale/measures.ts';
import { currencyFault } from '../../host/config/contradictions.ts';
import type { Host } from '../../host/host.ts';
import { op } from '../../host/op.ts';
import { recordOps } from '../../host/record-ops.ts';
import type { SummedRow } from '../../ledger/report.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { NANOS_PER_USD } from '../../lib/money.ts';
import type { By } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { shortened } from '../../lib/shortened.ts';
import {
  type Access,
  PUBLISHER,
  ShownAccess,
  type StoredPublisher,
  withInvitation,
  without,
} from '../../store/account-kinds.ts';
import { makeSecret } from '../../store/account-secret.ts';
import { changeAccess, makeKey } from './publisher-access.ts';

const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

const Changed = { revision: Type.Integer() };
const Revoked = Type.Object(Changed);
const MadeKey = Type.Object({ ...Changed, id: Type.String(), key: Type.String() });
const MadeLink = Type.Object({
  ...Changed,
  id: Type.String(),
  link: Type.String(),
  until: Type.String(),
});

/** Statements are made out in the currency of an account. */
export function unknownCurrency(
  { currency }: { readonly currency?: string | undefined },
  { work }: Pick<Host, 'work'>,
): Refusal | undefined {
  const reason = currencyFault(currency, work().setup.config.auction.rates);
  return reason === undefined ? undefined : refuse.notValid([{ field: 'currency', reason }]);
}

/** Ends a secret of a list. */
async function revoke(
  {
    host,
    parts,
    by,
  }: { readonly host: Host; readonly parts: { readonly publisher: string }; readonly by: By },
  list: keyof Access,
  secret: string,
) {
  const action = { keys: 'revoke key', invitations: 'revoke invitation', people: 'revoke person' }[
    list
  ];
  const next = (access: Access) => without(access, list, secret);
  const made = await changeAccess(host, parts.publisher, { action, by }, next);
  return made instanceof Refusal ? made : { revision: made.revision };
}

const REVOKES = { role: 'admin', ifMatch: 'optional', answer: Revoked } as const;

export const PUBLISHER_OPS = [
  ...recordOps('/api/publishers', '{publisher}', PUBLISHER, {
    write: 'admin',
    shown: ShownAccess,
    check: unknownCurrency,
    figures: publisherFigures,
  }),
  op('POST /api/publishers/{publisher}/keys', {
    role: 'admin',
    openTo: 'publishers',
    summary: 'Makes a key for its requests, which this answer alone has',
    ifMatch: 'optional',
    answer: MadeKey,
    run: ({ host, parts, by }) => makeKey(host, parts.publisher, by),
  }),
  op('DELETE /api/publishers/{publisher}/keys/{key}', {
    ...REVOKES,
    openTo: 'publishers',
    summary: 'Revokes a key',
    run: (call) => revoke(call, 'keys', call.parts.key),
  }),
  op('POST /api/publishers/{publisher}/invitations', {
    role: 'admin',
    summary: 'Makes a link that lets somebody into its pages, once, within seven days',
    ifMatch: 'optional',
    answer: MadeLink,
    async run({ host, parts, by, visit }) {
      const { secret, kept } = makeSecret('invitation', host.nowMs(), by.who);
      const untilMs = kept.madeMs + INVITATION_MS;
      const change = { action: 'invitation', by };
      const made = await changeAccess(host, parts.publisher, change, (access) =>
        withInvitation(access, { ...kept, untilMs }),
      );
      if (made instanceof Refusal) return made;
      return {
        revision: made.revision,
        id: kept.id,
        // Browsers send what is behind the # to nobody.
        link: `${visit.baseUrl}/portal#invitation=${secret}`,
        until: new Date(untilMs).toISOString(),
      };
    },
  }),
  op('DELETE /api/publishers/{publisher}/invitations/{invitation}', {
    ...REVOKES,
    summary: 'Revokes an invitation that nobody has accepted',
    run: (call) => revoke(call, 'invitations', call.parts.invitation),
  }),
  op('DELETE /api/publishers/{publisher}/people/{person}', {
    ...REVOKES,
    summary: 'Removes somebody, whose token and sessions end with it',
    run: (call) => revoke(call, 'people', call.parts.person),
  }),
] as const;

/** What the list has of publishers beside the record. */
async function publisherFigures({ ledger, offers, nowMs }: Host, page: readonly StoredPublisher[]) {
  const figures = await figuresOf(ledger, page, nowMs());
  return page.map(({ id, definition }) => ({
    /** Since midnight UTC. Null: the ledger cannot be read. */
    today: figures === undefined ? null : todayOf(figures.get(shortened(id)) ?? {}),
    /** Why buyers may not believe that its space is its own, in a sentence; null: nothing is known against it. */
    flag: offers.supplyFlagOf?.(definition) ?? null,
  }));
}

function todayOf(sums: Sums) {
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
  ledger: Pick<Host['ledger'], 'report'>,
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
