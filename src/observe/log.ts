import pino from 'pino';
import type { Log } from '../lib/log.ts';
import { createTerminalLog, LEVELS, type Level } from './terminal-log.ts';

/** Writes to standard output: sentences where that is a terminal, otherwise a JSON object a line. */
export function createLog(level: string): Log {
  if (process.stdout.isTTY) {
    const write = (line: string) => process.stdout.write(line);
    return createTerminalLog({ level: terminalLevel(level), write, now: () => new Date() });
  }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/** `trace` and `fatal` of pino have no lines of their own here. */
function terminalLevel(level: string): Level {
  if (level === 'trace') return 'debug';
  if (level === 'fatal') return 'silent';
  return LEVELS.find((known) => known === level) ?? 'info';
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
