import { parseSource, walk } from '../mutation/src/syntax.ts';
import { productive, type Rule } from './architecture-rules.ts';
import type { SourceFile } from './source-files.ts';

const TYPE = /^ *(?:export )?(?:type|interface|class) (\w+)(?= *[=<{]| extends)/gm;

/** Whoever reads or searches a name finds one declaration, also where none is exported. */
export const typeNamesAreUnique: Rule = (files) => {
  const paths = new Map<string, Set<string>>();
  for (const { path, text } of productive(files)) {
    for (const [, name = ''] of text.matchAll(TYPE)) {
      paths.set(name, (paths.get(name) ?? new Set()).add(path));
    }
  }
  return [...paths]
    .filter(([, several]) => several.size > 1)
    .map(
      ([name, several]) => `${name} is declared in ${[...several].join(' and ')}: name one of them`,
    );
};

type Word = {
  readonly meaning: string;
  /** Folders and files of src/ that may use it in an identifier. Empty: the word is not used. */
  readonly where: readonly string[];
};

/** Words that once had several meanings. ARCHITECTURE.md has each that is used in one row of its glossary. */
export const WORDS: Readonly<Record<string, Word>> = {
  seat: {
    meaning: 'a buyer at a bidder, as OpenRTB has it',
    where: [
      'auction/',
      'cli/mock-dsp.ts',
      'config/',
      'console/',
      'demand/',
      'exchange/',
      'ledger/',
      'mock-dsp/',
      'notices/',
      'observe/request-rows.ts',
      'openrtb/',
      'repairs/',
      'replay/',
      'sale/',
      'supervisor/admin-api/',
      'worker/assemble',
      'worker/try-partner.ts',
    ],
  },
  slot: {
    meaning: 'the number of a worker on its machine',
    where: ['supervisor/', 'worker/'],
  },
  lease: {
    meaning: 'permits of a limit that a machine has taken from Redis',
    where: ['limits/', 'supervisor/', 'worker/'],
  },
  turn: {
    meaning: 'a turn of the conversation',
    where: ['auction/', 'config/', 'console/', 'demand/', 'notices/', 'sale/', 'worker/assemble'],
  },
  door: { meaning: 'nothing: the entrances for bid requests are endpoints', where: [] },
  place: { meaning: 'nothing: an index in a list, a path in JSON, a row in memory', where: [] },
};

export const wordsHaveOneMeaning: Rule = (files) =>
  productive(files).flatMap(({ path, text }) => {
    const forbidden = Object.entries(WORDS).filter(
      ([, { where }]) => !where.some((part) => path.startsWith(`src/${part}`)),
    );
    const isMeant = (word: string) =>
      new RegExp(word, 'i').test(text.replace(/return|replace/gi, ''));
    const suspects = forbidden.filter(([word]) => isMeant(word));
    if (suspects.length === 0) return [];
    const names = identifiersOf({ path, text });
    return suspects.flatMap(([word, { meaning }]) =>
      names
        .filter((name) =>
          partsOf(name).some((part) => [word, `${word}s`, `${word}d`].includes(part)),
        )
        .map((name) => `${path}: ${name} uses the word ${word}, which means ${meaning}`),
    );
  });

function identifiersOf({ text }: SourceFile): readonly string[] {
  const names = new Set<string>();
  walk(parseSource(text), ({ node }) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') names.add(node.name);
    return true;
  });
  // In snake case: columns of the database, which keep their names.
  return [...names].filter((name) => !/^[a-z\d]+_[a-z\d_]+$/.test(name));
}

/** `freeSlotOf` → `free`, `slot`, `of`; `SLOT_MAX` → `slot`, `max` */
function partsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');
}

/** The words of the table that the glossary does not have in exactly one row, or has though they are not used. */
export function glossaryFaults(architecture: string): readonly string[] {
  const [, glossary = ''] = architecture.split('## Glossary');
  const rows = [...(glossary.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+?) +\|/gm)].map(
    ([, cell = '']) => cell.split(', '),
  );
  return Object.entries(WORDS).flatMap(([word, { where }]) => {
    const count = rows.filter((terms) => terms.includes(word)).length;
    const expected = where.length === 0 ? 0 : 1;
    return count === expected ? [] : [`${word} has ${count} rows in the glossary: ${expected}`];
  });
}
