import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
} from 'yaml';

type YamlDocument = {
  readonly value: unknown;
  /** The line of a path like `partners[2].url`, or of its nearest parent in the text. */
  readonly lineOf: (path: string) => number | undefined;
};

type YamlFault = { readonly line: number; readonly reason: string };

/** Of a text that is no YAML the first fault alone, since it makes others. */
type FaultyYaml = { readonly faults: readonly [YamlFault, ...YamlFault[]] };

export function parseYaml(text: string): YamlDocument | FaultyYaml {
  const lines = new LineCounter();
  // The parser compares each key with all before it: a long map that somebody uploads would take minutes.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false };
  const document = parseDocument(text, options);
  const [error] = document.errors;
  if (error !== undefined) {
    return { faults: [{ line: lines.linePos(error.pos[0]).line, reason: error.message }] };
  }
  const [first, ...others] = repeatedKeys(document)
    .map(({ range }) => lines.linePos(range?.[0] ?? 0).line)
    .toSorted((one, other) => one - other);
  const isRepeated = (line: number) => ({ line, reason: 'Map keys must be unique' });
  if (first !== undefined) return { faults: [isRepeated(first), ...others.map(isRepeated)] };
  let value: unknown;
  try {
    value = document.toJS() ?? {};
    // An alias may refer to a node that contains it.
    JSON.stringify(value);
  } catch (fault) {
    // Aliases are resolved only here. One may be undefined, or together they may expand to too many nodes.
    return { faults: [{ line: 1, reason: (fault as Error).message }] };
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

/** Keys that their maps have already. */
function repeatedKeys({ contents }: Document.Parsed): readonly Scalar[] {
  const repeated: Scalar[] = [];
  const left: unknown[] = [contents];
  while (left.length > 0) {
    const node = left.pop();
    if (isSeq(node)) for (const item of node.items) left.push(item);
    if (!isMap(node)) continue;
    const seen = new Set<unknown>();
    for (const { key, value } of node.items) {
      left.push(key, value);
      if (!isScalar(key)) continue;
      if (seen.has(key.value)) repeated.push(key);
      seen.add(key.value);
    }
  }
  return repeated;
}

/** The key's node, because the value may begin lines below it. Items of a list have no key. */
function keyNode(document: Document.Parsed, keys: readonly string[]): Node | undefined {
  const parent = keys.length === 1 ? document.contents : document.getIn(keys.slice(0, -1), true);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === keys.at(-1));
    return isNode(pair?.key) ? pair.key : undefined;
  }
  const node = document.getIn(keys, true);
  return isNode(node) ? node : undefined;
}
