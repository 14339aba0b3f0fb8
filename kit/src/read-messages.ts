import { kindOf } from './options.ts';
import { isRecord } from './safe-text.ts';
import type { Message } from './signals/signals.ts';

/**
 * A message as the SDKs of models have it: OpenAI (chat completions and responses), Anthropic, Gemini, Bedrock, the AI SDK (UI
 * messages and model messages), LangChain, TanStack AI. The role is in `role`, with LangChain in `type`.
 */
export type ChatMessage = {
  readonly role?: string | null | undefined;
  readonly type?: string | null | undefined;
  /** A text, or parts of which the texts are read. */
  readonly content?: string | readonly unknown[] | null | undefined;
  readonly parts?: readonly unknown[] | null | undefined;
  readonly text?: string | null | undefined;
};

/** What is read of the messages, or a sentence about the first that cannot be read. No value of the person is in it. */
export function readMessages(given: unknown): readonly Message[] | string {
  if (typeof given === 'string') return [{ role: 'user', content: given }];
  if (!Array.isArray(given)) {
    return `messages: expected a string or a list of messages, got ${kindOf(given)}`;
  }
  const messages: Message[] = [];
  for (const [at, one] of given.entries()) {
    const read = readMessage(one, `messages[${at}]`);
    if (typeof read === 'string') return read;
    if (read !== null) messages.push(read);
  }
  return messages;
}

/** Null for what nobody has said: a call of a tool, its result. */
function readMessage(value: unknown, at: string): Message | string | null {
  if (!isRecord(value))
    return `${at}: expected an object with role and content, got ${kindOf(value)}`;
  const role = roleOf(value);
  if (role === 'none') return null;
  if (role === undefined) {
    const got = typeof value.role === 'string' ? 'another string' : kindOf(value.role);
    return `${at}.role: expected user, assistant or system, got ${got}`;
  }
  const name = ['content', 'parts', 'text'].find((field) => (value[field] ?? null) !== null);
  const said = name === undefined ? undefined : value[name];
  if (typeof said === 'string') return { role, content: said };
  if (!Array.isArray(said)) {
    if (role !== 'user') return null;
    return name === undefined
      ? `${at}: expected content, parts or text, got none of them`
      : `${at}.${name}: expected a string or a list of parts, got ${kindOf(said)}`;
  }
  const content = said.flatMap(textsOf).join('\n');
  if (content === '' && (role !== 'user' || said.every(isToolResult))) return null;
  return { role, content };
}

const ROLES: ReadonlyMap<unknown, Message['role'] | 'none'> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'none'],
  ['function', 'none'],
  ['data', 'none'],
]);

function roleOf(message: Readonly<Record<string, unknown>>) {
  const { role, type, getType } = message;
  if (typeof role === 'string') return ROLES.get(role.toLowerCase());
  if (role !== undefined && role !== null) return undefined;
  // LangChain before version 1 has a method for it.
  const kind: unknown = typeof getType === 'function' ? getType.call(message) : type;
  // The list of a response of OpenAI has items that are no messages.
  return typeof kind === 'string' ? (ROLES.get(kind) ?? 'none') : undefined;
}

/** Of OpenAI's responses the last two. Gemini's parts have no type. */
const TEXT_TYPES: ReadonlySet<unknown> = new Set([undefined, 'text', 'input_text', 'output_text']);

function textsOf(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part];
  if (!isRecord(part) || !TEXT_TYPES.has(part.type) || part.thought === true) return [];
  const text = part.text ?? part.content;
  return typeof text === 'string' ? [text] : [];
}

/** Anthropic, Gemini and Bedrock have it in a message of the user. */
function isToolResult(part: unknown): boolean {
  if (!isRecord(part)) return false;
  const { type, functionResponse, toolResult } = part;
  return type === 'tool_result' || functionResponse !== undefined || toolResult !== undefined;
}
