import { writeSync } from 'node:fs';
import type { Log } from '../../lib/log.ts';
import { createBoundedLog } from '../../lib/rare-log.ts';

/** Writes to standard output: sentences where that is a terminal, otherwise a JSON object a line. */
export function createLog(wanted: string): Log {
  const level = levelOf(wanted);
  const now = () => new Date();
  const log = process.stdout.isTTY
    ? createTerminalLog(level, (line) => process.stdout.write(line), now)
    : createJsonLog(level, writeNow, now);
  return createBoundedLog(log, () => performance.now());
}

/** At once: a process that ends has said why. Where nobody reads, lines are lost and nobody waits. */
function writeNow(line: string): void {
  try {
    let rest = Buffer.from(line);
    while (rest.length > 0) rest = rest.subarray(writeSync(process.stdout.fd, rest));
  } catch {
    // Nothing is left to tell it to.
  }
}

/** `trace` and `fatal` have no lines of their own. */
function levelOf(wanted: string): Level {
  if (wanted === 'trace') return 'debug';
  if (wanted === 'fatal') return 'silent';
  return LEVELS.find((known) => known === wanted) ?? 'info';
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type Level = (typeof LEVELS)[number];

const LABELS = { debug: 'debug ', info: '', warn: 'warning: ', error: 'error: ' } as const;

/** The usual numbers of levels in JSON lines. */
const NUMBERS = { debug: 20, info: 30, warn: 40, error: 50 } as const;

type Told = keyof typeof NUMBERS;
type WriteLine = (level: Told, facts: object, message: string) => void;

/** Quieter levels are left out. */
function logFrom(level: Level, write: WriteLine): Log {
  const tell = (of: Told) =>
    LEVELS.indexOf(of) < LEVELS.indexOf(level)
      ? () => {}
      : (facts: object, message: string) => write(of, facts, message);
  return { debug: tell('debug'), info: tell('info'), warn: tell('warn'), error: tell('error') };
}

export function createJsonLog(level: Level, write: (line: string) => void, now: () => Date): Log {
  return logFrom(level, (of, facts, message) => {
    const line = { level: NUMBERS[of], time: now().toISOString(), ...facts, msg: message };
    write(`${JSON.stringify(line, withErrors)}\n`);
  });
}

function withErrors(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  const { name: type, message, stack, cause } = value;
  return { ...value, type, message, stack, cause };
}

/** The longest text of one fact; the JSON log has the whole. */
const FACT_LENGTH_MAX = 200;

/** Log lines for people: the time, the message, and the facts as `name=value`. */
export function createTerminalLog(
  level: Level,
  write: (line: string) => void,
  now: () => Date,
): Log {
  return logFrom(level, (of, facts, message) => {
    const time = now().toTimeString().slice(0, 8);
    write(`${time}  ${LABELS[of]}${printable(message)}${factsText(facts)}\n`);
  });
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
