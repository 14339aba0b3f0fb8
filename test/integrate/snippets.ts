import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, temporaryFolder } from '../process.ts';

export function pageOf(name: string): string {
  return readFileSync(join(ROOT, 'docs/integrate', name), 'utf8');
}

/** The blocks of one language in a page of docs/integrate. */
export function snippets(page: string, language: string): readonly string[] {
  const blocks = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms');
  return [...pageOf(page).matchAll(blocks)].map(([, snippet = '']) => snippet);
}

export const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

/** Runs a curl command of a page against this server. A request.json that the page shows is beside it. */
export async function curl(command: string, serverUrl: string, request?: string): Promise<string> {
  const folder = temporaryFolder();
  if (request !== undefined) writeFileSync(join(folder, 'request.json'), request);
  const ours = command
    .replace('http://localhost:8080', serverUrl)
    .replace('@examples/', `@${join(ROOT, 'examples/')}`);
  const shell = run(['-c', ours], { command: 'sh', folder });
  if ((await shell.exited).code !== 0) throw new Error(`failed: ${ours}\n${shell.stderr()}`);
  return shell.stdout();
}
