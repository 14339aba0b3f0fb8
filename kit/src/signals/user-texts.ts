import { CHARACTERS_MAX, MESSAGE_CHARACTERS_MAX, MESSAGES_MAX, type Message } from './signals.ts';

/** What the user wrote, as far as it is read; the newest last. */
export function textsOfUser(messages: readonly Message[]): readonly string[] {
  const texts: string[] = [];
  let left = CHARACTERS_MAX;
  for (const { role, content } of messages.slice(-MESSAGES_MAX).reverse()) {
    if (role !== 'user' || left === 0) continue;
    const text = content.slice(-Math.min(left, MESSAGE_CHARACTERS_MAX));
    left -= text.length;
    if (text.trim() !== '') texts.unshift(text);
  }
  return texts;
}
