import pino from 'pino';
import type { Log } from '../../lib/log.ts';
import { createBoundedLog } from '../../lib/rare-log.ts';

/** Writes to standard output: sentences where that is a terminal, otherwise a JSON object a line. */
export function createLog(level: string): Log {
  return createBoundedLog(createWholeLog(level), () => performance.now());
}

function createWholeLog(level: string): Log {
  if (process.stdout.isTTY) {
    const write = (line: string) => process.stdout.write(line);
    return createTerminalLog(terminalLevel(level), write, () => new Date());
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

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type Level = (typeof LEVELS)[number];

const LABELS = { debug: 'debug ', info: '', warn: 'warning: ', error: 'error: ' } as const;

/** The longest text of one fact; the JSON log has the whole. */
const FACT_LENGTH_MAX = 200;

/** Log lines for people: the time, the message, and the facts as `name=value`. Quieter levels are left out. */
export function createTerminalLog(
  level: Level,
  write: (line: string) => void,
  now: () => Date,
): Log {
  const tell = (of: keyof typeof LABELS) => (facts: object, message: string) => {
    if (LEVELS.indexOf(of) < LEVELS.indexOf(level)) return;
    const time = now().toTimeString().slice(0, 8);
    write(`${time}  ${LABELS[of]}${printable(message)}${factsText(facts)}\n`);
  };
  return { debug: tell('debug'), info: tell('info'), warn: tell('warn'), error: tell('error') };
}

function factsText(facts: object): string {
  const told = Object.entries(facts).filter(([, value]) => value !== undefined);
  return told.map(([name, value]) => `  ${name}=${factText(value)}`).join('');
}

function factText(value: unknown): string {
  const plain = value instanceof Error ? value.message : value;
  const text = typeof plain === 'string' ? plain : JSON.stringify(plain);
  const short = text.length > FACT_LENGTH_MAX ? `${text.slice(0, FACT_LENGTH_MAX)}…` : text;
  return printable(short);
}

/** Facts may hold text of callers. A terminal must not take any of it for a command. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
