import type { Message } from '@parley/kit';
import { scripted } from './scripted-model.ts';

/** A model answers a conversation, a few words at a time. */
export type Model = (messages: readonly Message[]) => AsyncIterable<string>;

// To talk to a real model, replace the line below. With the AI SDK it becomes:
// export const model: Model = (messages) => streamText({ model: 'openai/gpt-5', messages: [...messages] }).textStream;
export const model: Model = scripted;
