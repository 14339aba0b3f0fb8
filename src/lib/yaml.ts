import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';

export type YamlDocument = {
  readonly value: unknown;
  /** The line of `partners[2].url`, or of its nearest parent that the text has. */
  readonly lineOf: (path: string) => number | undefined;
};

export type YamlFault = { readonly line: number; readonly reason: string };

export function parseYaml(text: string): YamlDocument | YamlFault {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    return { line: lines.linePos(error.pos[0]).line, reason: error.message };
  }
  let value: unknown;
  try {
    value = document.toJS() ?? {};
    // An alias may also point at what it is part of.
    JSON.stringify(value);
  } catch (fault) {
    // Aliases are resolved only here: one may point nowhere, or too many at too much.
    return { line: 1, reason: (fault as Error).message };
  }
  return {
    value,
    lineOf(path) {
      const keys = path.match(/[^.[\]]+/g) ?? [];
      for (let length = keys.length; length > 0; length--) {
        const node = keyNode(document, keys.slice(0, length));
        if (node?.range) return lines.linePos(node.range[0]).line;
      }
      if (keys.length > 0 || !document.contents?.range) return undefined;
      return lines.linePos(document.contents.range[0]).line;
    },
  };
}

/** The key as it stands in the text: its value may begin lines below. Items of a list have none. */
function keyNode(document: Document.Parsed, keys: readonly string[]): Node | undefined {
  const parent = keys.length === 1 ? document.contents : document.getIn(keys.slice(0, -1), true);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === keys.at(-1));
    return isNode(pair?.key) ? pair.key : undefined;
  }
  const node = document.getIn(keys, true);
  return isNode(node) ? node : undefined;
}
