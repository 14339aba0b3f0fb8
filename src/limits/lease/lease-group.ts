import { nameOf } from '../name-hash.ts';
import type { HotName } from './hot-ring.ts';
import {
  clearPermits,
  freeSlot,
  GLOBAL_SLOT,
  type LeaseMemory,
  permitsAt,
  setPermits,
  setStanding,
  standingOf,
  takeSlot,
} from './lease-memory.ts';
import { EVERYBODY, leaseName, readLeaseName } from './lease-names.ts';
import type { LeaseAnswer, LeasedSpan, LeaseQuestion } from './lease-script.ts';
import {
  askAbout,
  createLeasedName,
  isHot,
  type LeaseContext,
  type LeasedName,
} from './leased-name.ts';

/** Names that one machine asks about in one round. */
const NAMES_MAX = 256;
/** The number of machines that a machine goes by is the largest of this time: some may just be reconnecting. */
const MACHINES_MS = 4000;
/** Redis may have lost its memory in a silence of this length, and then knows only those who have asked since. */
const SILENCE_MS = 1000;

export type GroupPlace = Pick<LeaseContext, 'memory' | 'counters'> & {
  /** The limit for everybody, in the group that has it. */
  readonly globalLimit: number | undefined;
};

export type LeaseGroupParts = GroupPlace &
  Pick<LeaseContext, 'workers' | 'round'> & {
    /** The number of the group, and the tag of its keys. */
    readonly group: number;
    readonly tag: string;
    readonly machineId: string;
  };

/** The permits of one group of names: what to ask Redis for, and what to do with its answer. Knows no clock. */
export type LeaseGroup = {
  readonly heat: (hot: HotName, nowMs: number) => void;
  readonly question: (nowMs: number) => LeaseQuestion;
  readonly apply: (answer: LeaseAnswer, question: LeaseQuestion, nowMs: number) => void;
  /** Goes on in a copy of the memory. */
  readonly move: (place: GroupPlace) => void;
};

type GroupState = Omit<LeaseGroupParts, keyof GroupPlace> & {
  memory: GroupPlace['memory'];
  counters: GroupPlace['counters'];
  readonly names: Map<string, LeasedName>;
  /** The slots of the names that are leased on any machine. */
  readonly slots: Map<string, number>;
  readonly counts: { readonly atMs: number; readonly machines: number }[];
};

export function createLeaseGroup(parts: LeaseGroupParts): LeaseGroup {
  const state: GroupState = { ...parts, names: new Map(), slots: new Map(), counts: [] };
  const { globalLimit: limit } = parts;
  if (limit !== undefined) {
    const everybody = { key: EVERYBODY, scope: 'global', text: '', limit } as const;
    state.names.set(EVERYBODY, createLeasedName(everybody, 0));
    state.slots.set(EVERYBODY, GLOBAL_SLOT);
  }
  return {
    heat: (hot, nowMs) => heat(state, hot, nowMs),
    question: (nowMs) => question(state, nowMs),
    apply: (answer, asked, nowMs) => apply(state, answer, asked, nowMs),
    move({ memory, counters, globalLimit }) {
      state.memory = memory;
      state.counters = counters;
      const everybody = state.names.get(EVERYBODY);
      if (everybody !== undefined && globalLimit !== undefined) everybody.limit = globalLimit;
    },
  };
}

function heat({ names }: GroupState, { scope, text, limit }: HotName, nowMs: number): void {
  const key = leaseName(scope, text);
  const window = Math.floor(nowMs / 1000);
  const known = names.get(key);
  if (known !== undefined) {
    known.limit = limit;
    known.hotIn = window;
  } else if (names.size < NAMES_MAX) {
    names.set(key, createLeasedName({ key, scope, text, limit }, window));
  }
}

function question(state: GroupState, nowMs: number): LeaseQuestion {
  const { memory, group, tag, machineId, names } = state;
  const window = Math.floor(nowMs / 1000);
  const machines = Math.max(1, standingOf(memory, group).machines);
  for (const [key, name] of names) {
    if (!isHot(name, window, machines) && !state.slots.has(key)) names.delete(key);
  }
  const asks = [...names.values()].map((name) => askAbout(name, nowMs, machines, state));
  return { tag, machineId, window, asks };
}

function apply(state: GroupState, answer: LeaseAnswer, asked: LeaseQuestion, nowMs: number): void {
  const { memory, group } = state;
  const current = Math.floor(nowMs / 1000);
  // Windows up to the second after Redis's own are known: see NOTICE_SEC. There are words for two windows.
  const known = Math.min(answer.sec, asked.window, current) + 1;
  placeSlots(state, answer.leased, current);
  for (let window = current; window <= known; window++) markLeased(state, answer.leased, window);
  for (const [index, { name }] of asked.asks.entries()) {
    const slot = state.slots.get(name);
    const grant = answer.grants[index];
    if (slot === undefined || grant === undefined) continue;
    addPermits(memory, slot, asked.window, grant.now, current);
    addPermits(memory, slot, asked.window + 1, grant.next, current);
  }
  const machines = countMachines(state, Math.max(answer.machines, answer.machinesNext), nowMs);
  // The others leave this machine its share from `ownSince` on. Until then it counts as one without Redis.
  const last = standingOf(memory, group).validUntil;
  const validUntil = current >= answer.ownSince ? Math.max(last, known) : last;
  setStanding(memory, group, { validUntil, machines });
}

function placeSlots(
  { memory, counters, slots }: GroupState,
  leased: ReadonlyMap<string, LeasedSpan>,
  current: number,
): void {
  for (const key of leased.keys()) {
    const named = slots.has(key) ? undefined : readLeaseName(key);
    if (named === undefined) continue;
    const slot = takeSlot(memory, { scope: named.scope, name: nameOf(named.text, counters.seed) });
    if (slot !== undefined) slots.set(key, slot);
  }
  for (const [key, slot] of slots) {
    const { to } = leased.get(key) ?? { to: -1 };
    if (slot === GLOBAL_SLOT || to >= current) continue;
    slots.delete(key);
    freeSlot(memory, slot);
  }
}

function markLeased(
  { memory, slots }: GroupState,
  leased: ReadonlyMap<string, LeasedSpan>,
  window: number,
): void {
  for (const [key, slot] of slots) {
    const { from, to } = leased.get(key) ?? { from: 0, to: -1 };
    const isMarked = permitsAt(memory, slot, window) !== undefined;
    const isLeased = from <= window && window <= to;
    if (isLeased && !isMarked) setPermits(memory, slot, window, 0);
    if (!isLeased && isMarked) clearPermits(memory, slot, window);
  }
}

function addPermits(
  memory: LeaseMemory,
  slot: number,
  window: number,
  granted: number,
  current: number,
): void {
  const held = permitsAt(memory, slot, window);
  if (granted <= 0 || window < current || held === undefined) return;
  setPermits(memory, slot, window, held + granted);
}

function countMachines(state: GroupState, machines: number, nowMs: number): number {
  const { counts, memory, group } = state;
  const last = counts.at(-1);
  if (last !== undefined && nowMs - last.atMs > SILENCE_MS) {
    counts.push({ atMs: nowMs, machines: standingOf(memory, group).machines });
  }
  counts.push({ atMs: nowMs, machines });
  while (counts.length > 0 && (counts[0]?.atMs ?? 0) < nowMs - MACHINES_MS) counts.shift();
  return Math.max(...counts.map((count) => count.machines));
}
