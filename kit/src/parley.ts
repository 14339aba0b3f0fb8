import { type Asked, noAdSentence } from './asked.ts';
import { createCircuit, openConnection, startLimit } from './call-exchange.ts';
import { findAd, type Question } from './find-ad.ts';
import { expectNode, type ParleyOptions, readOptions } from './options.ts';
import { prepareRules, rules } from './signals/rules.ts';
import type { signalsBy } from './signals-by.ts';
import { createConversation } from './told.ts';

export type { Ad, Notice, Notices, Picture, Why } from './ad.ts';
export type { Asked, NoAdReason } from './asked.ts';
export type { Question } from './find-ad.ts';
export type { ExtractedSignals, ExtractSignals, ParleyOptions } from './options.ts';
export type { ChatMessage } from './read-messages.ts';
export type { Message, Signals } from './signals/signals.ts';
export type { ChatConversation, ToldConversation } from './told.ts';
export type { Client, IncomingRequest } from './visitor.ts';
export { createConversation, noAdSentence, rules, type signalsBy };

export type Parley = {
  /**
   * Asks for an ad for the conversation as it stands. It starts at once, never throws, and settles within
   * `timeoutMs`: call it before the model, and await it after.
   */
  readonly ask: (question: Question) => Promise<Asked>;
  /**
   * So that the first `ask` takes no longer than the others: reads the word lists, and opens a connection to the
   * exchange. Await it before you serve. Never throws, and waits a second at most for the exchange.
   */
  readonly ready: () => Promise<void>;
};

export function createParley(options: ParleyOptions): Parley {
  expectNode(globalThis);
  const settings = readOptions(options);
  soon(prepareRules);
  const circuit = createCircuit(() => performance.now());
  return {
    async ready() {
      const opened = openConnection(settings);
      prepareRules();
      await opened;
    },
    async ask(question) {
      // Nothing, unless the program asks in the moment in which it starts.
      prepareRules();
      const limit = startLimit(settings.timeoutMs, question?.signal);
      try {
        return await findAd(question, { settings, circuit, limit });
      } catch (error) {
        // A bug of ours, or of what was handed in: a chat goes on without an ad.
        return { ad: null, reason: 'failed', detail: String(error), signals: null, request: null };
      } finally {
        limit.clear();
      }
    },
  };
}

/** When the program that starts has done what it has to do now. */
function soon(work: () => void): void {
  try {
    setTimeout(work, 0);
  } catch {
    // Some edge runtimes have no timers while a program is loaded: the first question does it.
  }
}
