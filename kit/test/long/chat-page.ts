import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Run, run } from '../../../test/process.ts';
import { PATIENT_ASK_MS } from '../patient-ask.ts';
import type { Project } from './packed.ts';

/** The programs in pages of docs/integrate, for tests that run them. */

export function pageNamed(name: string): string {
  return readFileSync(join(ROOT, 'docs/integrate', name), 'utf8');
}

/** A page whose programs are no longer in test mode. */
export function liveOf(page: string): string {
  return page.replaceAll(/\btest(:| =) true/g, 'test$1 false');
}

type File = { readonly name: string; readonly text: string };

/** The files of a page: a paragraph that ends with a file's name and a colon, and the code after it. */
export function filesOf(page: string): readonly File[] {
  return [...page.matchAll(/`([\w./-]+)`:\n\n```\w+\n([\s\S]*?)```/g)].map(
    ([, name = '', text = '']) => ({ name, text }),
  );
}

const LISTEN = `.listen(0, function () { console.log('port', this.address().port, ''); })`;

/** Writes the files of a page, asking the exchange on this port, patiently, and with servers on free ports. */
export function writeFiles(
  { write }: Pick<Project, 'write'>,
  page: string,
  exchangePort: number,
): void {
  for (const { name, text } of filesOf(page)) {
    const here = text
      .replaceAll('http://localhost:8080', `http://localhost:${exchangePort}`)
      .replaceAll("'my-chat',", `'my-chat', timeoutMs: ${PATIENT_ASK_MS},`)
      .replaceAll('timeoutMs: 3000', `timeoutMs: ${PATIENT_ASK_MS}`);
    write(name, here.replace(/\.listen\(3000.*?\)(?=;)/, LISTEN));
  }
}

/** Starts a server of the page, and gives the port that it took. */
export async function startServer(
  args: readonly string[],
  folder: string,
  command = 'node',
): Promise<{ readonly port: number; readonly server: Run }> {
  const server = run(args, { command, folder });
  await server.printed('port ');
  return { port: Number(/port (\d+)/.exec(server.stdout())?.[1]), server };
}
