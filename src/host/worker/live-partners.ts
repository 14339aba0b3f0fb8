import type { ReadyPartner } from '../../core/auction/solicit.ts';
import { KINDS, traitsOf } from '../../demand/kinds.ts';
import type { PartnerLine } from '../../store/feed/feed.ts';
import type { Config } from '../config/config.ts';
import type { WorkerMetrics } from '../observe/worker-metrics.ts';
import type { createAssembler, PartnerEntry } from './assemble.ts';

/** What is agreed with a partner about its sales and their notices. */
type PartnerTerms = ReturnType<typeof termsOf>;

/** A partner of the store that is asked. */
type StoredReady = { readonly row: number; readonly url: string; readonly ready: ReadyPartner };

/** The partners of the config and of the store, as one worker asks them. */
export function createLivePartners(
  partners: Config['partners'],
  rows: readonly number[],
  assemble: ReturnType<typeof createAssembler>,
  metrics: Pick<WorkerMetrics, 'addPartner' | 'removePartner'>,
) {
  const ofConfig = partners.map((entry, at) => {
    const row = rows[at] ?? 0;
    metrics.addPartner({ name: entry.name, isRemote: KINDS[entry.kind].isRemote }, row);
    return assemble(entry, row);
  });
  const namesOfConfig = new Set(partners.map(({ name }) => name));
  const ofStore = new Map<string, StoredReady>();
  /** Also of those that were removed, whose notices come later. */
  const terms = new Map(partners.map((entry) => [entry.name, termsOf(entry)]));
  let all: readonly ReadyPartner[] = ofConfig;
  let known: readonly PartnerTerms[] = [...terms.values()];

  /** undefined: it is not asked. */
  function readyOf(line: PartnerLine, before: StoredReady | undefined): StoredReady | undefined {
    const { definition, row, state } = line;
    if (row === undefined || (state !== 'active' && state !== 'paused')) return undefined;
    const { name, kind } = definition;
    const url = 'url' in definition ? definition.url : '';
    metrics.addPartner({ name, isRemote: KINDS[kind].isRemote }, row);
    const kept = before?.url === url ? before.ready : undefined;
    return { row, url, ready: assemble(definition, row, kept) };
  }

  return {
    /** Those that are asked, the config's first. A change replaces the list. */
    all: () => all,
    termsOf: (name: string): PartnerTerms | undefined => terms.get(name),
    /** With those that were removed. */
    known: () => known,
    /** Takes in what the feed tells of the store. What is being asked goes on as it began. */
    take(lines: readonly PartnerLine[]): void {
      if (lines.length === 0) return;
      for (const line of lines) {
        // The config stands above the store.
        if (namesOfConfig.has(line.name)) continue;
        const { name, definition } = line;
        const before = ofStore.get(name);
        const next = readyOf(line, before);
        terms.set(name, termsOf(definition));
        if (next === undefined) ofStore.delete(name);
        else ofStore.set(name, next);
        if (before !== undefined && before.url !== next?.url) retire(before.ready);
        if (before !== undefined && next === undefined) metrics.removePartner(name);
      }
      const inRows = [...ofStore.values()].sort((a, b) => a.row - b.row);
      all = [...ofConfig, ...inRows.map(({ ready }) => ready)];
      known = [...terms.values()];
    },
  };
}

function retire(ready: ReadyPartner): void {
  if ('retire' in ready) ready.retire();
}

function termsOf(entry: PartnerEntry) {
  const { trackers, internalNotices = false, campaigns } = traitsOf(entry);
  return {
    name: entry.name,
    billOn: entry.billOn ?? 'burl',
    trackers,
    internalNotices,
    /** Whether its campaigns are ours. */
    isOwn: campaigns !== undefined,
  } as const;
}
