import type { Log } from '../lib/log.ts';

/** Log lines for people: the time, the message, and the facts as `name=value`. */

export const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type Level = (typeof LEVELS)[number];

const LABELS = { debug: 'debug ', info: '', warn: 'warning: ', error: 'error: ' } as const;

/** The longest text of one fact; the JSON log has the whole. */
const FACT_LENGTH_MAX = 200;

export type TerminalLogOptions = {
  /** Quieter levels are left out. */
  readonly level: Level;
  readonly write: (line: string) => void;
  readonly now: () => Date;
};

export function createTerminalLog({ level, write, now }: TerminalLogOptions): Log {
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
  const text = value instanceof Error ? value.message : plainText(value);
  const short = text.length > FACT_LENGTH_MAX ? `${text.slice(0, FACT_LENGTH_MAX)}…` : text;
  return printable(short);
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Facts may hold text of callers. A terminal must not take any of it for a command. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
