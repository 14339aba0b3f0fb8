import { rules } from '../../../kit/src/parley.ts';
import { readMessages } from '../../parts/playground/api/derive-signals.ts';
import { hasArguments } from './command.ts';

const USAGE = `Usage: parley derive

Reads conversations from standard input, one JSON object a line,
  {"messages":[{"role":"user","content":"trail shoes under $150"}]}
and prints what the publisher's kit reads in each, one JSON object a line.
`;

/** Of a longer line no more is kept; it is refused. */
const LINE_CHARACTERS_MAX = 1_000_000;

export async function derive(args: readonly string[]): Promise<void> {
  if (hasArguments(args, USAGE)) return;
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
