import { rules } from '../../../kit/src/parley.ts';
import { command, noArguments } from '../../host/command/command.ts';
import { parseJson } from '../../lib/json.ts';
import { parsed, Refusal } from '../../lib/refusal.ts';
import { CONVERSATION_BYTES_MAX, Conversation } from './operations.ts';

const USAGE = `Usage: parley derive

Reads conversations from standard input, one JSON object a line,
  {"messages":[{"role":"user","content":"trail shoes under $150"}]}
and prints what the publisher's kit reads in each, one JSON object a line.
`;

export const derive = command({
  name: 'derive',
  help: USAGE,
  read: (_, positionals) => noArguments(positionals),
  async run() {
    let number = 0;
    for await (const line of lines(process.stdin)) {
      number++;
      if (line.trim() === '') continue;
      const conversation = readConversation(line);
      if (typeof conversation === 'string') {
        // A fault of the JSON begins with its place in what was parsed, which is one line.
        const fault = conversation.replace(/^line 1, /, '');
        process.stderr.write(`parley: line ${number}, ${fault}\n`);
        process.exitCode = 1;
      } else {
        process.stdout.write(`${JSON.stringify(rules(conversation.messages))}\n`);
      }
    }
  },
});

/** Or a sentence that says why the line is none. */
function readConversation(line: string) {
  if (line.length > CONVERSATION_BYTES_MAX) {
    return `expected at most ${CONVERSATION_BYTES_MAX} characters, but got more`;
  }
  const json = parseJson(line, CONVERSATION_BYTES_MAX);
  if (json.kind !== 'json') return json.reason;
  const conversation = parsed(Conversation, json.value);
  return conversation instanceof Refusal ? conversation.details.reason : conversation;
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
    if (rest.length > CONVERSATION_BYTES_MAX) rest = rest.slice(0, CONVERSATION_BYTES_MAX + 1);
  }
  if (rest !== '') yield rest;
}
