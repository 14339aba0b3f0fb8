import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { keepTables, keptTables, type Tables } from './kept-tables.ts';

/** Beside the packages, where these are files and may be added to. */
const SHARED_FOLDER = join(import.meta.dir, '../../node_modules/.cache');

/**
 * Compiling the lists takes half a second of a processor, so they are compiled once for each version of them and kept in a
 * file, which all processes of a machine map into their memory.
 */
export function openTables(dataDir: string): void {
  if (keptTables() !== undefined) return;
  const hasPackages = existsSync(dirname(SHARED_FOLDER));
  keepTables(tablesIn(hasPackages ? [SHARED_FOLDER, dataDir] : [dataDir]));
}

/** The tables that one of the folders has, or else new ones, kept in the first folder that can be written to. */
export function tablesIn(folders: readonly string[]): Tables {
  const name = `words-${versionOfLists()}.bin`;
  for (const folder of folders) {
    const found = mapped(join(folder, name));
    if (found !== undefined) return found;
  }
  // Loaded here alone: who finds the file needs neither the lists nor what compiles them.
  const { buildTables }: typeof import('./build-tables.ts') = require('./build-tables.ts');
  const tables = buildTables();
  const folder = folders.find((one) => isWritten(one, name, tables));
  // Where nobody may write, each process has tables of its own.
  return folder === undefined ? tables : (mapped(join(folder, name)) ?? tables);
}

/** Of the files that the tables are made of, or of the executable that holds them. */
function versionOfLists(): string {
  const files = existsSync(import.meta.dir)
    ? [...new Bun.Glob('**/*.{ts,json}').scanSync({ cwd: import.meta.dir, absolute: true })]
    : [process.execPath];
  const facts = files.sort().map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${file} ${size} ${mtimeMs}`;
  });
  return Bun.hash(facts.join('\n')).toString(16);
}

/** Whether the file could be written, in place of those of other versions. */
function isWritten(folder: string, name: string, tables: Tables): boolean {
  const made = join(folder, `${name}.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    // Beside the packages every user's Parley reads it. The data folder is its owner's alone.
    writeFileSync(made, pack(tables), { mode: folder === SHARED_FOLDER ? 0o644 : 0o600 });
    renameSync(made, join(folder, name));
    for (const other of readdirSync(folder))
      if (/^words-[0-9a-f]+\.bin$/.test(other) && other !== name) rmSync(join(folder, other));
    return true;
  } catch {
    if (existsSync(made)) rmSync(made);
    return false;
  }
}

const KINDS = { Int32Array, Uint16Array, Uint8Array } as const;
type Kind = keyof typeof KINDS;

/** In place of an array: what it is of, where it begins behind the head, and how many numbers it has. */
type Place = { readonly kind: Kind; readonly start: number; readonly length: number };

const ALIGNMENT = 8;
/** The length of the head and of the whole file. */
const PREFIX_BYTES = 16;

const padded = (length: number) => Math.ceil(length / ALIGNMENT) * ALIGNMENT;

/** A head in JSON, with a place for each array, and behind it the arrays. */
function pack(tables: Tables): Uint8Array {
  const parts: Uint8Array[] = [];
  let end = 0;
  const head = new TextEncoder().encode(
    JSON.stringify(tables, (_, value) => {
      const kind = (Object.keys(KINDS) as Kind[]).find((one) => value instanceof KINDS[one]);
      if (kind === undefined) return value;
      const { buffer, byteOffset, byteLength, length } = value;
      parts.push(new Uint8Array(buffer, byteOffset, byteLength));
      const start = end;
      end += padded(byteLength);
      return { kind, start, length } satisfies Place;
    }),
  );
  const bodyStart = PREFIX_BYTES + padded(head.length);
  const file = new Uint8Array(bodyStart + end);
  new Float64Array(file.buffer, 0, 2).set([head.length, file.length]);
  file.set(head, PREFIX_BYTES);
  let at = bodyStart;
  for (const part of parts) {
    file.set(part, at);
    at += padded(part.length);
  }
  return file;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).size >= PREFIX_BYTES;
  } catch {
    return false;
  }
}

/** Undefined where there is no file, or none that is whole. */
function mapped(path: string): Tables | undefined {
  if (!isReadable(path)) return undefined;
  const bytes = Bun.mmap(path);
  const { buffer, byteOffset } = bytes;
  const [headLength = 0, length = 0] = new Float64Array(buffer, byteOffset, 2);
  if (length !== bytes.length) return undefined;
  const bodyStart = byteOffset + PREFIX_BYTES + padded(headLength);
  const head = new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + headLength));
  // This program has written it, in this version.
  return JSON.parse(head, (_, value) =>
    Object.hasOwn(KINDS, value?.kind ?? '')
      ? new KINDS[(value as Place).kind](buffer, bodyStart + value.start, value.length)
      : value,
  ) as Tables;
}
