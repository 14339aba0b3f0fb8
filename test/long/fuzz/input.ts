import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Port, Role } from '../doors.ts';

/** One body, with the headers that matter. Without a call it is sent to both endpoints. */
export type FuzzInput = {
  readonly call?: DoorCall;
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
  readonly body: Uint8Array<ArrayBuffer>;
};

/** One call of an operation of the documented interfaces. */
export type DoorCall = {
  readonly port: Port;
  readonly role: Role;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The path as its OpenAPI document has it. */
  readonly template: string;
};

export const KEPT = join(import.meta.dir, 'kept');

type KeptFile = {
  /** Why it is kept. */
  readonly why: string;
  readonly call?: DoorCall;
  readonly contentType: string;
  readonly contentEncoding?: string;
  readonly bodyBase64: string;
};

/** Keeps an input as a file, which `kept.test.ts` sends again; returns its name. */
export function keep(input: FuzzInput, why: string, folder = KEPT): string {
  const { call, contentType, contentEncoding, body } = input;
  const file: KeptFile = {
    why,
    ...(call === undefined ? {} : { call }),
    contentType,
    ...(contentEncoding === undefined ? {} : { contentEncoding }),
    bodyBase64: Buffer.from(body).toString('base64'),
  };
  const name = `${Bun.hash(JSON.stringify([call, file.bodyBase64])).toString(16)}.json`;
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
      const { why, call, contentType, contentEncoding, bodyBase64 } = file;
      const body = new Uint8Array(Buffer.from(bodyBase64, 'base64'));
      const input = { contentType, contentEncoding, body };
      return { name, why, input: call === undefined ? input : { call, ...input } };
    });
}
