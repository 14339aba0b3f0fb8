import { isNode, LineCounter, parseDocument } from 'yaml';

export type YamlDocument = {
  readonly value: unknown;
  /** The line of a value given as `partners[2].url`, or of its nearest parent that the text has. */
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
  return {
    value: document.toJS() ?? {},
    lineOf(path) {
      const keys = path.match(/[^.[\]]+/g) ?? [];
      for (let length = keys.length; length > 0; length--) {
        const node = document.getIn(keys.slice(0, length), true);
        if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
      }
      return undefined;
    },
  };
}
