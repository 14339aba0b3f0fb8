import pino from 'pino';
import type { Log } from '../lib/log.ts';

/** Writes to standard output. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
