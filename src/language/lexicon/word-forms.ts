import { foldWord } from './fold-word.ts';

/** What a form ends with, and what its listed word has there instead. */
type WordEnding = { readonly added: string; readonly replaced: string };

/** Shorter words are no plural of anything: "gas". */
const STEM_LENGTH_MIN = 3;

export type LexiconForms = ReturnType<typeof createWordForms>;

/** The words that a form can be of, by a list of endings as `LexiconFile` has it. */
export function createWordForms(list: string) {
  const endings = list
    .split(/\s+/)
    .filter(Boolean)
    .map((ending): WordEnding => {
      const [added = '', replaced = ''] = ending.split('>');
      return { added: foldWord(added), replaced: foldWord(replaced) };
    });
  /** Few endings are worth a look: those that end like the word. */
  const byLast = new Map<number, readonly WordEnding[]>();
  for (const ending of endings) {
    const last = ending.added.charCodeAt(ending.added.length - 1);
    byLast.set(last, [...(byLast.get(last) ?? []), ending]);
  }
  return {
    /** A folded word as it stands, and without each of the endings that it may have. */
    formsOf(key: string): readonly string[] {
      const forms = [key];
      const likely = byLast.get(key.charCodeAt(key.length - 1));
      if (likely === undefined) return forms;
      for (const { added, replaced } of likely) {
        const length = key.length - added.length;
        if (length < STEM_LENGTH_MIN || !key.endsWith(added)) continue;
        forms.push(replaced === '' ? key.slice(0, length) : key.slice(0, length) + replaced);
      }
      return forms;
    },
  };
}
