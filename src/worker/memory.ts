import { GATE_WORDS } from '../auction/gate.ts';
import type { Config } from '../config.ts';
import { type LimiterMemory, limiterBytes } from '../limits/machine-limiter.ts';

/**
 * What the processes of a machine have in common, in one piece of memory: the counters of the limits, those
 * of this machine's share of them while Redis is away, then the gate of each partner. Its layout follows from the config, so that a config of another shape
 * comes with a piece of its own.
 */
export type Memory = ArrayBufferLike;

const BYTES_PER_WORD = 8;
const GATE_BYTES = GATE_WORDS * BYTES_PER_WORD;

export function memoryBytes({ limits, partners }: Config): number {
  return 2 * limiterBytes(limits) + partners.length * GATE_BYTES;
}

export function limitsMemory(memory: Memory): LimiterMemory {
  return { buffer: memory, byteOffset: 0 };
}

export function shareMemory(memory: Memory, { limits }: Config): LimiterMemory {
  return { buffer: memory, byteOffset: limiterBytes(limits) };
}

/** Memory for a process on its own. */
export function ownMemory(config: Config): Memory {
  return new ArrayBuffer(memoryBytes(config));
}

export function gateWords(
  memory: Memory,
  { limits }: Config,
  partner: number,
): BigUint64Array<ArrayBufferLike> {
  return new BigUint64Array(memory, 2 * limiterBytes(limits) + partner * GATE_BYTES, GATE_WORDS);
}
