import type { Settings } from './options.ts';
import { isRecord } from './safe-text.ts';
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

/** Null where the user has not said anything. What is no message is passed over. */
export function readConversation(value: unknown): Conversation | null {
  const messages = Array.isArray(value) ? value.filter(isMessage) : [];
  const ofUser = messages.filter(({ role }) => role === 'user');
  const last = ofUser.at(-1);
  if (last === undefined || last.content.trim() === '') return null;
  return {
    messages: messages
      .slice(-MESSAGES_MAX)
      .map(({ role, content }) => ({ role, content: content.slice(-MESSAGE_CHARACTERS_MAX) })),
    turn: ofUser.length,
    messageLength: last.content.length,
  };
}

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system']);

function isMessage(value: unknown): value is Message {
  return isRecord(value) && ROLES.has(value.role) && typeof value.content === 'string';
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
