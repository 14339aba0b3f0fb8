import { createHash } from 'node:crypto';
import type { Scope } from '../../../core/exchange/limiter.ts';

const PUBLISHER_CHARS_MAX = 64;

/** Longer ids are hashed, so that long ids fill neither the memory of Redis nor that of the workers. */
export function publisherKey(id: string): string {
  return id.length > PUBLISHER_CHARS_MAX
    ? `hash:${createHash('sha256').update(id).digest('base64')}`
    : id;
}

export const EVERYBODY = 'all';

/** A name as Redis knows it. */
export function leaseName(scope: Exclude<Scope, 'global'>, text: string): string {
  return `${scope}:${text}`;
}

export function readLeaseName(
  name: string,
): { readonly scope: Exclude<Scope, 'global'>; readonly text: string } | undefined {
  const at = name.indexOf(':');
  const scope = name.slice(0, at);
  return scope === 'publisher' || scope === 'ip' ? { scope, text: name.slice(at + 1) } : undefined;
}

const FNV_PRIME = 0x01000193;
const FNV_START = 0x811c9dc5;

/** The group of keys, and so the server, that a name belongs to: the same on every machine. */
export function groupOf(text: string, groups: number): number {
  if (groups === 1) return 0;
  let hash = FNV_START;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % groups;
}
