import { parseSource, walk } from '../mutation/src/syntax.ts';
import { productive, type Rule } from './architecture-rules.ts';
import { longFunctions, STATEMENTS_MAX } from './function-size.ts';

/**
 * The functions that exceed the limit, with their statements. None may be added and none may grow; one that was
 * split has to be taken off the list. All read text or bytes one by one, where every step is a statement.
 */
const LONG_FUNCTIONS: Readonly<Record<string, number>> = {
  'src/lib/ip-bits.ts readIpv6': 38,
  'src/sensitive/prefilter.ts createPrefilter': 47,
  'src/sensitive/tokenize.ts tokenize': 42,
};

export const functionsAreShort: Rule = (files) => {
  const long = new Map(
    productive(files)
      .flatMap(longFunctions)
      .map(({ name, statements }) => [name, statements]),
  );
  const added = [...long].flatMap(([name, statements]) => {
    const listed = LONG_FUNCTIONS[name];
    if (listed === undefined) {
      return [`${name} has ${statements} statements: at most ${STATEMENTS_MAX}`];
    }
    return statements > listed
      ? [`${name} grew from ${listed} to ${statements} statements: split it`]
      : [];
  });
  const paths = new Set(files.map(({ path }) => path));
  const split = Object.keys(LONG_FUNCTIONS)
    .filter((name) => paths.has(name.split(' ')[0] ?? '') && !long.has(name))
    .map((name) => `${name} is short now: take it off the list in test/code-rules.ts`);
  return [...added, ...split];
};

const EXPORT = /^export (?:async )?(?:type|const|function|class) (\w+)/gm;

/** What only its own file names is not exported, and what not even that uses is then found by the linter. */
export const exportsAreUsed: Rule = (files) => {
  const exported = productive(files).flatMap(({ path, text }) =>
    [...text.matchAll(EXPORT)].map(([, name = '']) => ({ path, name })),
  );
  const users = new Map(exported.map(({ name }) => [name, 0]));
  for (const { text } of files) {
    for (const word of new Set(text.match(/\b[A-Za-z_]\w*/g))) {
      const seen = users.get(word);
      if (seen !== undefined) users.set(word, seen + 1);
    }
  }
  return exported
    .filter(({ name }) => users.get(name) === 1)
    .map(
      ({ path, name }) => `${path} exports ${name}, which no other file uses: keep it to itself`,
    );
};

/** `...{ a, b }` in an object or an element, and `...['a', 'b']` in a list, only save lines: they are written out. */
export const literalsAreNotSpread: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    if (!/\.\.\.\s*[[{]/.test(text)) return [];
    const found: string[] = [];
    walk(parseSource(text), ({ node, parents: [parent] }) => {
      const isPacked =
        (node.type === 'SpreadElement' &&
          node.argument.type === parent?.type &&
          /^(?:Array|Object)Expression$/.test(parent.type)) ||
        (node.type === 'JSXSpreadAttribute' && node.argument.type === 'ObjectExpression');
      if (isPacked) found.push(`${path}:${node.loc?.start.line} spreads a literal: write it out`);
      return true;
    });
    return found;
  });
