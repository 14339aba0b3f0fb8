import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One body, with the headers that matter; it is sent to both endpoints. */
export type FuzzInput = {
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
  readonly body: Uint8Array<ArrayBuffer>;
};

export const KEPT = join(import.meta.dir, 'kept');

type KeptFile = {
  /** Why it is kept. */
  readonly why: string;
  readonly contentType: string;
  readonly contentEncoding?: string;
  readonly bodyBase64: string;
};

/** Keeps an input as a file, which `kept.test.ts` sends again; returns its name. */
export function keep(input: FuzzInput, why: string, folder = KEPT): string {
  const { contentType, contentEncoding, body } = input;
  const name = `${Bun.hash(body).toString(16)}.json`;
  const file: KeptFile = {
    why,
    contentType,
    ...(contentEncoding === undefined ? {} : { contentEncoding }),
    bodyBase64: Buffer.from(body).toString('base64'),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `${JSON.stringify(file, null, 2)}\n`);
  return name;
}

export function keptInputs(
  folder = KEPT,
): readonly { readonly name: string; readonly why: string; readonly input: FuzzInput }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const file: KeptFile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const { why, contentType, contentEncoding, bodyBase64 } = file;
      const body = new Uint8Array(Buffer.from(bodyBase64, 'base64'));
      return { name, why, input: { contentType, contentEncoding, body } };
    });
}
