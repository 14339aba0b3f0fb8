import { isCurrency } from './amounts.ts';
import type { Found, Phrases } from './phrases.ts';
import { CREDENTIALS, NUMBERED } from './secret-cues.ts';
import { withoutForms } from './secret-forms.ts';
import { cueAt, type Piece, pieceOf } from './secret-pieces.ts';
import { valuesOf } from './secret-values.ts';
import { STRUCK_OUT } from './tokens.ts';

/**
 * Ruling 67: takes out of a text, before it is read, what opens an account or stands for a person: keys, tokens,
 * passwords, and numbers of cards, accounts, documents and telephones. By their form, and by the words beside them.
 */
export function withoutSecrets(text: string): string {
  // The cells of a table are pieces, also without spaces between them.
  const chunks =
    withoutForms(text)
      .replaceAll('|', ' | ')
      .match(/\S+|\s+/g) ?? [];
  const indexes = chunks.flatMap((chunk, at) => (/\S/.test(chunk) ? [at] : []));
  const pieces = indexes.map((at) =>
    pieceOf(chunks[at] ?? '', chunks[at - 1]?.includes('\n') === true),
  );
  const secret = new Set<number>();
  eachCue(CREDENTIALS, pieces, (cue) => {
    for (const at of valuesOf(pieces, cue)) secret.add(at);
  });
  eachCue(NUMBERED, pieces, ({ start, end }) => {
    // A cue can stand around the number: "unter 234567 erreichbar".
    for (let at = start; at < Math.min(pieces.length, end + NUMBER_WORDS_MAX); at++) {
      if (isNumbered(pieces, at)) secret.add(at);
    }
  });
  indexes.forEach((index, at) => {
    if (secret.has(at)) chunks[index] = STRUCK_OUT;
  });
  return chunks.join('');
}

function eachCue(cues: Phrases, pieces: readonly Piece[], found: (cue: Found) => void): void {
  for (let at = 0; at < pieces.length; at++) {
    const cue = cueAt(cues, pieces, at);
    if (cue !== undefined) found(cue);
  }
}

const NUMBER_WORDS_MAX = 5;

/** As long as a number of a document, and no price. */
function isNumbered(pieces: readonly Piece[], at: number): boolean {
  const { text = '' } = pieces[at] ?? {};
  const bare = text.replace(/[^\p{L}\p{N}]/gu, '');
  const isPrice = /[$€£¥%]/.test(text) || isMoney(pieces[at - 1]) || isMoney(pieces[at + 1]);
  return bare.length >= 4 && /\d.*\d.*\d/.test(bare) && !isPrice;
}

function isMoney(piece: Piece | undefined): boolean {
  return isCurrency(piece?.key || (piece?.text ?? ''));
}
