import type { Signals } from '../../../kit/src/parley.ts';
import { post, tryRequest } from '../client.ts';
import { useKept } from '../ui/kept.ts';
import { bidRequestOf, type Turn } from './bid-request.ts';
import type { Exchanged } from './message.tsx';
import { type Conversation, readConversation } from './stored-conversation.ts';

const MESSAGES_KEPT_MAX = 100;

function newConversation(): Conversation {
  return { startMs: Date.now(), messages: [] };
}

/** Messages, each with the signals that were read up to it, the request they make and the answer. */
export function useConversation() {
  const [{ startMs, messages }, change] = useKept('chat', newConversation, {
    read: readConversation,
  });

  const say = async (
    text: string,
    asked: Pick<Turn, 'publisher' | 'isTest'>,
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
    const turn = {
      requestId: `chat-${startMs.toString(36)}-${number}`,
      message: text,
      signals,
      messageNumber: number,
      sessionDurationMs: Date.now() - startMs,
    };
    const request = JSON.stringify(bidRequestOf({ ...turn, ...asked }), null, 2);
    update({ signals, request });
    update({ outcome: await tryRequest(request, publisherKey) });
  };

  return { messages, say, startOver: () => change(newConversation) };
}

/** The publisher's kit reads the conversation on the server, as it would on a publisher's. */
function deriveSignals(texts: readonly string[]) {
  const messages = texts.map((content) => ({ role: 'user', content }));
  return post<Signals>('/api/derive', JSON.stringify({ messages }));
}
