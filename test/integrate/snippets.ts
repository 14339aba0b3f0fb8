import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../process.ts';

/** The blocks of one language in a page of docs/integrate. */
export function snippets(page: string, language: string): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs/integrate', page), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, snippet = '']) => snippet,
  );
}

export const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
