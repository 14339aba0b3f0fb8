import { KINDS, PARTNERS_MAX } from '../../demand/kinds.ts';
import type { PartnerDefinition, StoredPartner } from '../../store/account-kinds.ts';
import type { PartnerLine } from '../../store/feed/feed.ts';
import type { Config } from '../config/config.ts';
import type { Memory } from '../worker/memory.ts';
import { createRows } from './rows.ts';

/** A partner that workers ask, unless it is paused. */
type MachinePartner = {
  readonly entry: PartnerDefinition;
  /** In the shared memory. */
  readonly row: number;
  readonly source: 'config' | 'store';
};

/** The partners of this machine. */
export type PartnerRows = ReturnType<typeof createPartnerRows>;

/**
 * The partners of the config and of the store, each with its row in the shared memory: also after it was removed, and with
 * it its metrics.
 */
export function createPartnerRows(
  memory: Pick<Memory, 'pauses' | 'metrics'>,
  config: () => Pick<Config, 'partners'>,
) {
  const rows = createRows(PARTNERS_MAX);
  /** Of the store, also those that were removed. */
  const stored = new Map<string, StoredPartner>();
  /** Who paused those of the config that are paused. */
  const pausers = new Map<string, string>();

  const isOfConfig = (name: string) => config().partners.some((entry) => entry.name === name);

  function takeRow({ name, kind }: PartnerDefinition): number | undefined {
    const row = rows.take(name);
    if (row === undefined) return undefined;
    memory.metrics.add({ name, isRemote: KINDS[kind].isRemote }, row);
    return row;
  }

  const isServed = ({ state }: StoredPartner) => state === 'active' || state === 'paused';

  function lineOf(one: StoredPartner): PartnerLine {
    const { id: name, state, definition } = one;
    const isOurs = isServed(one) && !isOfConfig(name);
    const row = isOurs ? takeRow(definition) : rows.of(name);
    // Every worker applies it at its next auction.
    if (row !== undefined && isOurs) memory.pauses[row] = state === 'paused' ? 1 : 0;
    return { kind: 'partner', name, ...(row !== undefined && { row }), state, definition };
  }

  // Written to shared memory: every worker applies it at its next auction.
  function setPause(name: string, by: string | undefined): void {
    const row = rows.of(name);
    if (row === undefined || !isOfConfig(name)) return;
    memory.pauses[row] = by === undefined ? 0 : 1;
    if (by === undefined) pausers.delete(name);
    else pausers.set(name, by);
  }

  return {
    /** Pauses a partner of the config. undefined resumes it. */
    setPause,
    /** Who paused it. The store knows who changed it last. undefined: it is not paused. */
    pausedBy(name: string): string | undefined {
      const one = stored.get(name);
      return isOfConfig(name) || one?.state !== 'paused' ? pausers.get(name) : one.changedBy;
    },
    isOfConfig,
    /** The rows of the partners of a config, which keep their pauses; undefined where there are not enough. */
    rowsOf({ partners }: Pick<Config, 'partners'>): readonly number[] | undefined {
      const taken = partners.flatMap((entry) => takeRow(entry) ?? []);
      for (const [index, { name }] of partners.entries()) {
        memory.pauses[taken[index] ?? 0] = pausers.has(name) ? 1 : 0;
      }
      return taken.length === partners.length ? taken : undefined;
    },
    /** The lines of partners in the feed, and with them what each is from now on. */
    linesOf(all: readonly StoredPartner[]): readonly PartnerLine[] {
      // A later version on the same database may have kinds that this one cannot ask.
      const known = all.filter(({ definition }) => isKnownKind(definition));
      for (const one of known) stored.set(one.id, one);
      return known.map(lineOf);
    },
    /** Those that workers know and that were not removed, the config's first. */
    served(): readonly MachinePartner[] {
      const at = (entry: PartnerDefinition, source: MachinePartner['source']) => {
        const row = rows.of(entry.name);
        return row === undefined ? [] : [{ entry, row, source }];
      };
      const ofStore = [...stored.values()].filter((one) => isServed(one) && !isOfConfig(one.id));
      return [
        ...config().partners.flatMap((entry) => at(entry, 'config')),
        ...ofStore.flatMap(({ definition }) => at(definition, 'store')),
      ];
    },
    /** All that are known, also those that were removed: their notices come weeks later. */
    known(): readonly PartnerDefinition[] {
      const ofStore = [...stored.values()].filter(({ id }) => !isOfConfig(id));
      return [...config().partners, ...ofStore.map(({ definition }) => definition)];
    },
    /** Whether one of the store has no row. */
    isFull: () => stored.values().some((one) => isServed(one) && rows.of(one.id) === undefined),
  };
}

function isKnownKind({ kind }: PartnerDefinition): boolean {
  return Object.hasOwn(KINDS, kind);
}
