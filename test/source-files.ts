import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './process.ts';

export type SourceFile = {
  /** From the root of the project: `src/host/http/server.ts` */
  readonly path: string;
  readonly text: string;
};

/** The TypeScript files under these folders of the project. */
export function readSourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
  );
}

/** What a file imports, types included: `typebox`, or `src/lib/ip.ts` for a file of the project. */
export function importsOf({ path, text }: SourceFile): readonly string[] {
  const specifiers = withoutComments(text).matchAll(
    /(?:^|[;\s])(?:import|export)\s[^;'"]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g,
  );
  return [...specifiers].map(([, from, bare]) => {
    const specifier = from ?? bare ?? '';
    return specifier.startsWith('.') ? join(dirname(path), specifier) : specifier;
  });
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
