import { type Message, rules } from '../../kit/src/parley.ts';
import { isObject } from '../lib/schema-fault.ts';

const USAGE = `Usage: parley derive

Reads conversations from standard input, one JSON object a line,
  {"messages":[{"role":"user","content":"trail shoes under $150"}]}
and prints what the publisher's kit reads in each, one JSON object a line.
`;

/** Longer lines are refused before they are parsed. */
const LINE_CHARACTERS_MAX = 1_000_000;

export async function derive(args: readonly string[]): Promise<void> {
  if (args.length > 0) {
    const isHelp = args[0] === '--help' || args[0] === '-h';
    (isHelp ? process.stdout : process.stderr).write(USAGE);
    process.exitCode = isHelp ? 0 : 2;
    return;
  }
  let number = 0;
  for await (const line of lines(process.stdin)) {
    number++;
    if (line.trim() === '') continue;
    const messages = readMessages(line);
    if (typeof messages === 'string') {
      process.stderr.write(`parley: line ${number}: ${messages}\n`);
      process.exitCode = 1;
    } else {
      process.stdout.write(`${JSON.stringify(rules(messages))}\n`);
    }
  }
}

async function* lines(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    const parts = (
      rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
    ).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
    // The rest of a line that is too long is skipped.
    if (rest.length > LINE_CHARACTERS_MAX) rest = rest.slice(0, LINE_CHARACTERS_MAX + 1);
  }
  if (rest !== '') yield rest;
}

/** The messages, or a sentence about what is wrong with the line. */
function readMessages(line: string): readonly Message[] | string {
  if (line.length > LINE_CHARACTERS_MAX) {
    return `expected at most ${LINE_CHARACTERS_MAX} characters, but got more`;
  }
  const body = parse(line);
  if (!isObject(body) || !Array.isArray(body.messages)) {
    return 'expected a JSON object like {"messages":[{"role":"user","content":"…"}]}';
  }
  const wrong = body.messages.findIndex((message) => !isMessage(message));
  if (wrong !== -1) {
    return `expected messages[${wrong}] to have a role (user, assistant or system) and a content that is a string`;
  }
  return body.messages;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is Message {
  return (
    isObject(value) &&
    (value.role === 'user' || value.role === 'assistant' || value.role === 'system') &&
    typeof value.content === 'string'
  );
}
