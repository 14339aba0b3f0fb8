import {
  Composer,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { NESTING_LEVELS_MAX } from './json.ts';

/** Plain data, so that one thread can send it to another. */
export type YamlDocument = {
  readonly value: unknown;
  /** undefined: the text has no value. */
  readonly lines: YamlLines | undefined;
};

/** Where a value begins in the text, or its key. A map and a list also have the lines of their members. */
type YamlLines =
  | number
  | { readonly line: number; readonly members: ReadonlyMap<string, YamlLines> };

type YamlFault = { readonly line: number; readonly reason: string };

/** Of a text that is no YAML the first fault alone, since it makes others. */
export type FaultyYaml = { readonly faults: readonly [YamlFault, ...YamlFault[]] };

/** What all aliases together may add to a text. One adds as many nodes as the node that it stands for. */
const ALIASED_NODES_MAX = 10_000;

/** `tokensMax` bounds the time and memory that somebody else's text takes. */
export function parseYaml(text: string, tokensMax = Infinity): YamlDocument | FaultyYaml {
  const counter = new LineCounter();
  const lineAt = (offset: number) => counter.linePos(offset).line;
  try {
    const { contents } = compose(text, counter, tokensMax);
    const reading: YamlReading = { lineAt, anchors: new Map(), repeated: [], aliasedNodes: 0 };
    if (!isNode(contents)) return { value: {}, lines: undefined };
    const { value, lines } = readNode(contents, reading);
    const [first, ...others] = reading.repeated.toSorted((one, other) => one - other);
    if (first === undefined) return { value: value ?? {}, lines };
    const isRepeated = (line: number) => ({ line, reason: 'Map keys must be unique' });
    return { faults: [isRepeated(first), ...others.map(isRepeated)] };
  } catch (error) {
    if (!(error instanceof NotYaml)) throw error;
    return { faults: [{ line: lineAt(error.offset), reason: error.message }] };
  }
}

/** The line of a path like `partners[2].url`, or of its nearest parent in the text. */
export function lineOfPath({ lines }: YamlDocument, path: string): number | undefined {
  const keys = path.match(/[^.[\]]+/g) ?? [];
  let found: YamlLines | undefined = lines;
  let line = keys.length === 0 && lines !== undefined ? lineOf(lines) : undefined;
  for (const key of keys) {
    found = typeof found === 'object' ? found.members.get(key) : undefined;
    if (found === undefined) break;
    line = lineOf(found);
  }
  return line;
}

const lineOf = (lines: YamlLines) => (typeof lines === 'number' ? lines : lines.line);

class NotYaml extends Error {
  readonly offset: number;
  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

const TOO_DEEP = `expected at most ${NESTING_LEVELS_MAX} levels of nesting, but here is one more`;

/** Stops at a token too many, or at a level too deep: what comes after the parser takes much longer than it. */
class BoundedParser extends Parser {
  #tokensLeft: number;
  readonly #tokensMax: number;

  constructor(counter: LineCounter, tokensMax: number) {
    super(counter.addNewLine);
    this.#tokensMax = tokensMax;
    this.#tokensLeft = tokensMax;
  }

  override *next(token: string): ReturnType<Parser['next']> {
    if (this.#tokensLeft-- === 0) {
      const reason = `expected at most ${this.#tokensMax} YAML tokens, but here is one more: split the file`;
      throw new NotYaml(reason, this.offset);
    }
    for (const made of super.next(token)) {
      if (made.type === 'error') throw new NotYaml(made.message, made.offset);
      yield made;
    }
    if (this.stack.length > NESTING_LEVELS_MAX) throw new NotYaml(TOO_DEEP, this.offset);
  }
}

function compose(text: string, counter: LineCounter, tokensMax: number) {
  const tokens = new BoundedParser(counter, tokensMax).parse(text);
  // The composer would compare each key with all before it.
  const composer = new Composer({ schema: 'core', uniqueKeys: false });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (document === undefined) throw new Error('expected a document, also of an empty text');
  const [error] = document.errors;
  if (error !== undefined) throw new NotYaml(error.message, error.pos[0]);
  if (second !== undefined) throw new NotYaml('expected one document', second.range[0]);
  return document;
}

type ReadNode = {
  readonly value: unknown;
  readonly lines: YamlLines;
  /** With what aliases stand for. */
  readonly nodes: number;
};

type YamlReading = {
  readonly lineAt: (offset: number) => number;
  /** undefined while the node is read: an alias in it would stand for a node that contains the alias. */
  readonly anchors: Map<string, ReadNode | undefined>;
  /** The lines of keys that their maps have already. */
  readonly repeated: number[];
  aliasedNodes: number;
};

/** The package looks through the whole document for each alias, and for each line that is asked for. This reads it once. */
function readNode(node: Node, reading: YamlReading): ReadNode {
  const line = reading.lineAt(node.range?.[0] ?? 0);
  if (isAlias(node)) {
    const offset = node.range?.[0] ?? 0;
    const target = reading.anchors.get(node.source);
    if (target === undefined) {
      throw new NotYaml(`expected an anchor &${node.source} before its alias`, offset);
    }
    reading.aliasedNodes += target.nodes;
    if (reading.aliasedNodes > ALIASED_NODES_MAX) {
      const reason = `expected aliases of at most ${ALIASED_NODES_MAX} nodes together, but here are more`;
      throw new NotYaml(reason, offset);
    }
    return { ...target, lines: line };
  }
  const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
  if (anchor !== undefined) reading.anchors.set(anchor, undefined);
  const read = readContents(node, line, reading);
  if (anchor !== undefined) reading.anchors.set(anchor, read);
  return read;
}

function readContents(node: Node, line: number, reading: YamlReading): ReadNode {
  if (isMap(node)) return readMap(node, line, reading);
  if (isSeq(node)) return readList(node, line, reading);
  return { value: isScalar(node) ? node.value : undefined, lines: line, nodes: 1 };
}

function readMap({ items }: YAMLMap, line: number, reading: YamlReading): ReadNode {
  const values = new Map<string, unknown>();
  const members = new Map<string, YamlLines>();
  let nodes = 1;
  for (const { key, value } of items) {
    const offset = isNode(key) ? (key.range?.[0] ?? 0) : 0;
    if (!isScalar(key)) {
      throw new NotYaml('expected a text as key, but got a map, a list or an alias', offset);
    }
    const name = key.value === null ? '' : String(key.value);
    const keyLine = reading.lineAt(offset);
    if (values.has(name)) reading.repeated.push(keyLine);
    const read = isNode(value) ? readNode(value, reading) : nothingAt(keyLine);
    nodes += read.nodes;
    values.set(name, read.value);
    // The value may begin lines below its key.
    const { lines } = read;
    members.set(name, typeof lines === 'number' ? keyLine : { ...lines, line: keyLine });
  }
  return { value: Object.fromEntries(values), lines: { line, members }, nodes };
}

const nothingAt = (line: number): ReadNode => ({ value: null, lines: line, nodes: 1 });

function readList({ items }: YAMLSeq, line: number, reading: YamlReading): ReadNode {
  const members = new Map<string, YamlLines>();
  let nodes = 1;
  const value = items.map((item, index) => {
    const read = isNode(item) ? readNode(item, reading) : nothingAt(line);
    nodes += read.nodes;
    members.set(String(index), read.lines);
    return read.value;
  });
  return { value, lines: { line, members }, nodes };
}
