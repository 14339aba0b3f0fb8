import pino from 'pino';

/** Structured lines on standard output, one JSON object each. */
export type Log = {
  readonly debug: (facts: object, message: string) => void;
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
  readonly error: (facts: object, message: string) => void;
};

export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
