import type { Message } from './signals.ts';

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
