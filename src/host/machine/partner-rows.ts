import { KINDS } from '../../demand/kinds.ts';
import type { PartnerDefinition, StoredPartner } from '../../store/account-kinds.ts';
import type { PartnerLine } from '../../store/feed/feed.ts';
import type { Work } from '../worker/work.ts';

/** A partner that workers ask, unless it is paused. */
type MachinePartner = {
  readonly entry: PartnerDefinition;
  /** In the shared memory. */
  readonly row: number;
  readonly source: 'config' | 'store';
};

/** The partners of this machine. */
export type PartnerRows = ReturnType<typeof createPartnerRows>;

type StoredRow = { readonly row: number; readonly url: string };

/**
 * The partners of the config and of the store in one shared memory: the rows of the config's come first. A partner keeps
 * its row, also after it was removed, and with it its metrics.
 */
export function createPartnerRows({
  plan,
  memory,
  setup,
}: Pick<Work, 'plan' | 'memory' | 'setup'>) {
  const { partners } = setup.config;
  const ofConfig = partners.map((entry, row): MachinePartner => ({ entry, row, source: 'config' }));
  const names = new Set(partners.map(({ name }) => name));
  const rows = new Map<string, StoredRow>();
  /** Of the store, also those that were removed. */
  const stored = new Map<string, StoredPartner>();
  /** Who paused those of the config that are paused. */
  const pausers = new Map<string, string>();
  let isFullTold = false;

  function takeRow({ id, definition }: StoredPartner): number | undefined {
    const known = rows.get(id);
    const url = 'url' in definition ? definition.url : '';
    if (known === undefined && partners.length + rows.size >= plan.partners) return undefined;
    const row = known?.row ?? partners.length + rows.size;
    // Another server has not failed yet.
    if (known !== undefined && known.url !== url) memory.gate(row).fill(0n);
    rows.set(id, { row, url });
    plan.layout.add({ name: id, isRemote: KINDS[definition.kind].isRemote }, row);
    return row;
  }

  const isServed = ({ state }: StoredPartner) => state === 'active' || state === 'paused';

  function lineOf(one: StoredPartner): PartnerLine {
    const { id: name, state, definition } = one;
    const row = isServed(one) ? takeRow(one) : rows.get(name)?.row;
    // Every worker applies it at its next auction.
    if (row !== undefined && isServed(one)) memory.pauses[row] = state === 'paused' ? 1 : 0;
    return { kind: 'partner', name, ...(row !== undefined && { row }), state, definition };
  }

  // Written to shared memory: every worker applies it at its next auction.
  function setPause(name: string, by: string | undefined): void {
    const row = partners.findIndex((entry) => entry.name === name);
    if (row === -1) return;
    memory.pauses[row] = by === undefined ? 0 : 1;
    if (by === undefined) pausers.delete(name);
    else pausers.set(name, by);
  }

  /** Who paused it. The store knows who changed it last. undefined: it is not paused. */
  function pausedBy(name: string): string | undefined {
    const one = stored.get(name);
    return names.has(name) || one?.state !== 'paused' ? pausers.get(name) : one.changedBy;
  }

  return {
    /** Pauses a partner of the config. undefined resumes it. */
    setPause,
    pausedBy,
    /** Paused partners of the config stay paused after a reload. */
    keepPauses(last: { readonly pausedBy: typeof pausedBy }): void {
      for (const name of names) setPause(name, last.pausedBy(name));
    },
    /** Those of the config, which are not the store's to change. */
    isOfConfig: (name: string) => names.has(name),
    /** The lines of partners in the feed, and with them what each is from now on. */
    linesOf(all: readonly StoredPartner[]): readonly PartnerLine[] {
      // A later version on the same database may have kinds that this one cannot ask.
      const own = all.filter(({ id, definition }) => !names.has(id) && isKnownKind(definition));
      for (const one of own) stored.set(one.id, one);
      return own.map(lineOf);
    },
    /** Those that workers know and that were not removed, the config's first. */
    served(): readonly MachinePartner[] {
      const ofStore = [...rows].flatMap(([name, { row }]): readonly MachinePartner[] => {
        const one = stored.get(name);
        return one !== undefined && isServed(one)
          ? [{ entry: one.definition, row, source: 'store' }]
          : [];
      });
      return [...ofConfig, ...ofStore];
    },
    /** All that are known, also those that were removed: their notices come weeks later. */
    known: (): readonly PartnerDefinition[] => [
      ...partners,
      ...[...stored.values()].map(({ definition }) => definition),
    ],
    /**
     * Whether a partner has no row: new memory has one for it where rows of this one are of partners that were removed.
     * That there are too many is told once.
     */
    takeFull(): 'renew' | 'too-many' | undefined {
      const isRowless = (one: StoredPartner) => isServed(one) && !rows.has(one.id);
      if (!stored.values().some(isRowless)) return undefined;
      if (rows.keys().some((name) => stored.get(name)?.state === 'deleted')) return 'renew';
      if (isFullTold) return undefined;
      isFullTold = true;
      return 'too-many';
    },
  };
}

function isKnownKind({ kind }: PartnerDefinition): boolean {
  return Object.hasOwn(KINDS, kind);
}
