import type { Settings } from './options.ts';
import { readMessages } from './read-messages.ts';
import {
  MESSAGE_CHARACTERS_MAX,
  MESSAGES_MAX,
  type Message,
  type Signals,
} from './signals/signals.ts';

/** A conversation at the point where an ad may be asked for. */
export type Conversation = {
  /** The last messages, which are all that is read. */
  readonly messages: readonly Message[];
  /** How many messages the user has written, this one included. */
  readonly turn: number;
  /** How many characters the user's last message has. */
  readonly messageLength: number;
};

/** A sentence about the messages where the user has not said anything that can be read. */
export function readConversation(value: unknown): Conversation | string {
  const messages = readMessages(value);
  if (typeof messages === 'string') return messages;
  const ofUser = messages.filter(({ role }) => role === 'user');
  const last = ofUser.at(-1);
  if (last === undefined) return 'messages: expected a message of the user, got none';
  if (last.content.trim() === '') {
    return 'messages: expected a text in the last message of the user, got none';
  }
  return {
    messages: messages
      .slice(-MESSAGES_MAX)
      .map(({ role, content }) => ({ role, content: content.slice(-MESSAGE_CHARACTERS_MAX) })),
    turn: ofUser.length,
    messageLength: last.content.length,
  };
}

/** Pacing: whether this turn may not carry an ad. */
export function isPaced(
  { turn }: Conversation,
  { firstTurn, everyTurns }: Pick<Settings, 'firstTurn' | 'everyTurns'>,
): boolean {
  const first = firstTurn === 'when-wanted' ? 1 : firstTurn;
  return turn < first || (turn - first) % everyTurns !== 0;
}

const WISHES: ReadonlySet<unknown> = new Set(['purchase_inquiry', 'comparison']);

/** Nobody begins a conversation with an ad, except with somebody who came to buy. */
export function isTooEarly(
  { turn }: Conversation,
  { intent }: Signals,
  { firstTurn }: Pick<Settings, 'firstTurn'>,
): boolean {
  return firstTurn === 'when-wanted' && turn === 1 && intent !== null && !WISHES.has(intent.value);
}

/** A button's text is short. */
const REPLY_CHARACTERS_MAX = 60;
const READ_CHARACTERS_MAX = 4000;

/**
 * Whether the user's last message repeats, word for word, something that the assistant offered right
 * before it: an item of a list, a text in brackets or quotes, or an alternative between slashes.
 */
export function isQuickReply(messages: readonly Message[]): boolean {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const [reply, offer] = [messages[at]?.content ?? '', messages[at - 1]];
  if (offer?.role !== 'assistant' || reply.length > REPLY_CHARACTERS_MAX) return false;
  const said = plain(reply);
  return said !== '' && offered(offer.content.slice(-READ_CHARACTERS_MAX)).has(said);
}

function offered(text: string): ReadonlySet<string> {
  const items = text.match(/^[ \t]*(?:[-*•]|\d{1,2}[.)])[^\n]{1,80}$/gm) ?? [];
  const marked = text.match(/\[[^\]\n]{1,80}\]|"[^"\n]{1,80}"|“[^”\n]{1,80}”/g) ?? [];
  const lines = text.split('\n').filter((line) => / [/|] /.test(line) && line.length <= 200);
  return new Set(
    [...items, ...marked, ...lines.flatMap((line) => line.split(/ [/|] /))].map(plain),
  );
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]*(?:\d{1,2}[.)])?[^\p{L}\p{N}]*/u, '')
    .replace(/[^\p{L}\p{N}]{1,20}$/u, '');
}
