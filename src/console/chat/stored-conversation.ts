import type { Exchanged } from './message.tsx';

export type Conversation = { readonly startMs: number; readonly messages: readonly Exchanged[] };

const CUT_OFF = {
  kind: 'failed',
  status: 0,
  reason: 'The page was reloaded before the answer arrived. Send the message again.',
} as const;

/** A stored conversation. Undefined where another version of the console has stored something else. */
export function readConversation(stored: unknown): Conversation | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  if (!('startMs' in stored && 'messages' in stored)) return undefined;
  const { startMs, messages } = stored;
  if (typeof startMs !== 'number' || !Array.isArray(messages)) return undefined;
  if (!messages.every(isMessage)) return undefined;
  // Nobody waits for the answer of a message that was sent before the reload.
  return {
    startMs,
    messages: messages.map((one) => ({ ...one, outcome: one.outcome ?? CUT_OFF })),
  };
}

function isMessage(one: unknown): one is Exchanged {
  return (
    typeof one === 'object' &&
    one !== null &&
    'number' in one &&
    typeof one.number === 'number' &&
    'text' in one &&
    typeof one.text === 'string'
  );
}
