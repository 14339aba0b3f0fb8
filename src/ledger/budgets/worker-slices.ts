import { HOLD_CAUSES, type HoldCause } from '../../core/sale/hold-cause.ts';
import { impressionMicros } from '../../lib/money.ts';
import { type Account, type BudgetResource, isLimited, minuteOf } from './account.ts';
import {
  availableWord,
  CAUSE_WORD,
  fingerprintOf,
  hasFingerprint,
  heldCounter,
  layOutSlices,
  MISFIT_COUNTER,
  markUsed,
  mayReserve,
  NO_SLICE,
  reservedWord,
  type SliceMemory,
  sliceBytes,
  TRIED_COUNTER,
  takeAtMost,
} from './slice-memory.ts';

export type WorkerSlices = ReturnType<typeof createWorkerSlices>;

/** The resources that a budget limits. */
export type Limited = Readonly<Record<BudgetResource, boolean>>;

export function limitedBy(account: Pick<Account, 'budget' | 'riskMicros'>): Limited {
  return {
    micros: isLimited(account, 'micros'),
    impressions: isLimited(account, 'impressions'),
  };
}

/**
 * The worker's side of the budget slices: it reserves the price of each sold impression, without a lock or a message.
 * During a reload it may know a newer list of campaigns than the memory is laid out for: then no budget can pay.
 */
export function createWorkerSlices(accounts: readonly Account[], memory: SliceMemory, spare = 0) {
  const layout = layOutSlices(accounts, orOwnMemory(accounts, memory, spare), spare);
  const { words, countersAt } = layout;
  const fingerprint = fingerprintOf(accounts);
  const isOpen = (nowMs: number) =>
    hasFingerprint(layout, fingerprint) && mayReserve(layout, nowMs);
  const limits = createLimitFlags(accounts, spare);
  const { priceOf } = limits;
  const sliceAt = (campaign: number) =>
    limits.isLimited(campaign) ? layout.sliceAt(campaign) : NO_SLICE;

  return {
    /** undefined for an unknown campaign. */
    indexOf: createIndexOf(accounts),
    /** Whether the slice could pay this CPM now. Always true for a campaign without a budget. */
    canPay(campaign: number, cpmMicros: number, nowMs: number): boolean {
      const slice = sliceAt(campaign);
      if (slice === NO_SLICE) return true;
      return (
        Atomics.load(words, availableWord(slice, 'micros')) >=
          priceOf(campaign, 'micros', cpmMicros) &&
        Atomics.load(words, availableWord(slice, 'impressions')) >=
          priceOf(campaign, 'impressions', cpmMicros) &&
        isOpen(nowMs)
      );
    },
    /** Reserves the price of one impression. False where the slice cannot pay it. */
    reserve(campaign: number, cpmMicros: number, nowMs: number): boolean {
      const slice = sliceAt(campaign);
      if (slice === NO_SLICE) return true;
      if (!isOpen(nowMs)) return false;
      const minute = minuteOf(nowMs);
      const micros = priceOf(campaign, 'micros', cpmMicros);
      const impressions = priceOf(campaign, 'impressions', cpmMicros);
      if (Atomics.load(words, availableWord(slice, 'impressions')) < impressions) return false;
      if (!move(words, { slice, resource: 'micros', minute }, micros)) return false;
      markUsed(layout);
      // If another process takes the last impression at this moment, the money stays reserved until it
      // expires. Moving it back could hide it from a supervisor that is adding up the slice.
      return move(words, { slice, resource: 'impressions', minute }, impressions);
    },
    /** Counts a request that the campaign's creatives were tried on. */
    countTrial(campaign: number, result: 'fit' | 'misfit'): void {
      if (!hasFingerprint(layout, fingerprint)) return;
      Atomics.add(words, countersAt(campaign) + TRIED_COUNTER, 1);
      if (result === 'misfit') Atomics.add(words, countersAt(campaign) + MISFIT_COUNTER, 1);
    },
    /** Why the slice of a campaign that cannot pay is empty. */
    holdCause(campaign: number, nowMs: number): HoldCause {
      if (!isOpen(nowMs)) return 'ledger';
      return HOLD_CAUSES[Atomics.load(words, countersAt(campaign) + CAUSE_WORD)] ?? 'slice';
    },
    /** Counts a request that the campaign was held back from. */
    countHeld(campaign: number, cause: HoldCause): void {
      if (!hasFingerprint(layout, fingerprint)) return;
      Atomics.add(words, countersAt(campaign) + heldCounter(cause), 1);
    },
    /** Tells what limits the campaign in a spare row. Until then nothing does. */
    assign: limits.assign,
  };
}

/** Memory that is too small was laid out for other campaigns. */
function orOwnMemory(
  accounts: readonly Account[],
  memory: SliceMemory,
  spare: number,
): SliceMemory {
  const bytes = sliceBytes(accounts, spare);
  if (memory.byteOffset + bytes <= memory.buffer.byteLength) return memory;
  return { buffer: new ArrayBuffer(bytes), byteOffset: 0 };
}

function createIndexOf(accounts: readonly Account[]) {
  const indexes = new Map<string, Map<string, number>>();
  for (const [index, { partner, campaign }] of accounts.entries()) {
    const ofPartner = indexes.get(partner) ?? new Map<string, number>();
    indexes.set(partner, ofPartner.set(campaign, index));
  }
  return (partner: string, campaign: string) => indexes.get(partner)?.get(campaign);
}

/** Which resources the budget of each campaign limits: 1 where it does, else 0. */
function createLimitFlags(accounts: readonly Account[], spare: number) {
  const moneyFlags = new Uint8Array(accounts.length + spare);
  const impressionFlags = new Uint8Array(accounts.length + spare);

  function assign(campaign: number, { micros, impressions }: Limited): void {
    moneyFlags[campaign] = Number(micros);
    impressionFlags[campaign] = Number(impressions);
  }

  for (const [campaign, account] of accounts.entries()) assign(campaign, limitedBy(account));
  return {
    assign,
    isLimited: (campaign: number) => moneyFlags[campaign] === 1 || impressionFlags[campaign] === 1,
    /** The amount of a resource that one impression takes from the slice: 0 where the resource is not limited. */
    priceOf(campaign: number, resource: BudgetResource, cpmMicros: number): number {
      if (resource === 'impressions') return impressionFlags[campaign] ?? 0;
      return moneyFlags[campaign] === 1 ? impressionMicros(cpmMicros) : 0;
    },
  };
}

/**
 * Moves an amount from available to reserved. It adds before it subtracts: a supervisor that adds up the slice
 * in between, or after this process was killed in between, counts the amount twice and never misses it.
 */
function move(
  words: Int32Array<ArrayBufferLike>,
  at: { readonly slice: number; readonly resource: BudgetResource; readonly minute: number },
  amount: number,
): boolean {
  if (amount === 0) return true;
  const available = availableWord(at.slice, at.resource);
  if (Atomics.load(words, available) < amount) return false;
  const reserved = reservedWord(at.slice, at.resource, at.minute);
  Atomics.add(words, reserved, amount);
  if (takeAtMost(words, available, { max: amount, min: amount }) === amount) return true;
  Atomics.sub(words, reserved, amount);
  return false;
}
