import type { Message, Signals } from '../../../../kit/src/parley.ts';
import { parseJson } from '../../../lib/json.ts';
import { type Refusal, refuse } from '../../../lib/refusal.ts';
import { isObject } from '../../../lib/schema-fault.ts';

/** Longer texts are refused before they are parsed. */
const CHARACTERS_MAX = 1_000_000;

/** What the publisher's kit reads in the conversation of this body. */
export async function deriveSignals(text: string): Promise<Signals | Refusal> {
  const messages = readMessages(text);
  if (typeof messages === 'string') return refuse.notAConversation(messages);
  // Its word lists take a quarter of a second to read, which no start should wait for.
  const { rules } = await import('../../../../kit/src/parley.ts');
  return rules(messages);
}

/** The messages of `{"messages":[…]}`, or a sentence about what is wrong with the text. */
export function readMessages(text: string): readonly Message[] | string {
  if (text.length > CHARACTERS_MAX) {
    return `expected at most ${CHARACTERS_MAX} characters, but got more`;
  }
  const parsed = parseJson(text, CHARACTERS_MAX);
  const body = parsed.kind === 'json' ? parsed.value : undefined;
  if (!isObject(body) || !Array.isArray(body.messages)) {
    return 'expected a JSON object like {"messages":[{"role":"user","content":"…"}]}';
  }
  const wrong = body.messages.findIndex((message) => !isMessage(message));
  if (wrong !== -1) {
    return `expected messages[${wrong}] to have a role (user, assistant or system) and a content that is a string`;
  }
  return body.messages;
}

function isMessage(value: unknown): value is Message {
  return (
    isObject(value) &&
    (value.role === 'user' || value.role === 'assistant' || value.role === 'system') &&
    typeof value.content === 'string'
  );
}
