import { bidRequestOf } from '../../../../../kit/src/bid-request.ts';
import { readVisitor } from '../../../../../kit/src/visitor.ts';
import { isObject } from '../../../../lib/schema-fault.ts';
import { useKept } from '../../../../ui/kept.ts';
import { call, tryRequest } from '../api.ts';
import type { Exchanged } from './message.tsx';

const MESSAGES_KEPT_MAX = 100;

type Conversation = { readonly startMs: number; readonly messages: readonly Exchanged[] };

function newConversation(): Conversation {
  return { startMs: Date.now(), messages: [] };
}

/** Messages, each with the signals that were read up to it, the request they make and the answer. */
export function useConversation() {
  const [{ startMs, messages }, change] = useKept('chat', newConversation, readConversation);

  const say = async (
    text: string,
    asked: Parameters<typeof bidRequestOf>[1],
    publisherKey: string,
  ) => {
    const number = (messages.at(-1)?.number ?? 0) + 1;
    const update = (fields: Partial<Exchanged>) =>
      change((kept) => {
        // Somebody started over in the meantime.
        if (kept.startMs !== startMs) return kept;
        const changed = (one: Exchanged) => (one.number === number ? { ...one, ...fields } : one);
        return { ...kept, messages: kept.messages.map(changed) };
      });
    const said = { number, text, signals: undefined, request: undefined, outcome: undefined };
    change((kept) => ({ ...kept, messages: [...kept.messages, said].slice(-MESSAGES_KEPT_MAX) }));

    const derived = await deriveSignals([...messages.map((one) => one.text), text]);
    if (derived.kind === 'failed') return update({ outcome: derived });
    const signals = derived.value;
    // As the kit does: nothing of a conversation in crisis, or in an unknown language, leaves the publisher's server.
    if (signals.sensitive?.class === 'crisis') return update({ signals, outcome: 'kept-back' });
    if (signals.language === '') return update({ signals, outcome: 'unknown-language' });
    if (signals.unwanted !== null) return update({ signals, outcome: signals.unwanted.reason });
    const turn = {
      requestId: `chat-${startMs.toString(36)}-${number}`,
      conversation: { messages: [], turn: number, messageLength: text.length },
      signals,
      visitor: readVisitor({}, undefined, { origin: 'http://chat.example.com', trustedProxies: 0 }),
      client: { isQuickReply: false, sessionDurationMs: Date.now() - startMs },
      // A person waits as long as the exchange takes.
      leftMs: Number.POSITIVE_INFINITY,
    };
    const request = JSON.stringify(bidRequestOf(turn, asked), null, 2);
    update({ signals, request });
    update({ outcome: await tryRequest(request, publisherKey) });
  };

  return { messages, say, startOver: () => change(newConversation) };
}

/** The publisher's kit reads the conversation on the server, as it would on a publisher's. */
function deriveSignals(texts: readonly string[]) {
  const messages = texts.map((content) => ({ role: 'user' as const, content }));
  return call('POST /api/derive', { body: { messages } });
}

const CUT_OFF = {
  kind: 'failed',
  status: 0,
  reason: 'The page was reloaded before the answer arrived. Send the message again.',
  faults: [],
} as const;

/** A stored conversation. Undefined where another version of the console has stored something else. */
function readConversation(stored: unknown): Conversation | undefined {
  const { startMs, messages } = isObject(stored) ? stored : {};
  if (typeof startMs !== 'number' || !Array.isArray(messages)) return undefined;
  if (!messages.every(isMessage)) return undefined;
  // Nobody waits for the answer of a message that was sent before the reload.
  return {
    startMs,
    messages: messages.map((one) => ({ ...one, outcome: one.outcome ?? CUT_OFF })),
  };
}

function isMessage(one: unknown): one is Exchanged {
  return isObject(one) && typeof one.number === 'number' && typeof one.text === 'string';
}
