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
