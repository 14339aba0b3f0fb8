import Type from 'typebox';

/** A body longer than this is refused before it is parsed. */
export const CONVERSATION_BYTES_MAX = 1_000_000;

/** What the publisher's kit reads signals in. */
export const Conversation = Type.Object({
  messages: Type.Array(
    Type.Object({
      role: Type.Enum(['user', 'assistant', 'system']),
      content: Type.String(),
    }),
  ),
});
