import { useEffect, useState } from 'preact/hooks';
import type { PageRoute } from '../../../ui/shell/router.ts';

/**
 * A request within an address, after the `#`, which browsers do not send to servers. It is compressed: addresses
 * have limits in chats and mails.
 */

const LINK_UNITS_MAX = 32_000;
const TEXT_UNITS_MAX = 1_048_576;

export async function packRequest(text: string): Promise<string> {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Undefined where the text is no request that was packed. */
export async function unpackRequest(packed: string): Promise<string | undefined> {
  if (packed.length > LINK_UNITS_MAX) return undefined;
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
    const text = await piped(bytes, new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return undefined;
  }
}

/** The address of the playground with this request in it. */
export async function linkTo(text: string): Promise<string> {
  const packed = await packRequest(text);
  if (packed.length > LINK_UNITS_MAX) throw new Error('the request is too long for an address');
  return `${location.origin}${location.pathname}#/playground?request=${packed}`;
}

async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    length += part.value.length;
    if (length > TEXT_UNITS_MAX) throw new Error('the text is too long');
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Opens the request in the address, if there is one. Returns why it could not. */
export function useSharedRequest(
  route: PageRoute,
  open: (text: string) => void,
): string | undefined {
  const [fault, setFault] = useState<string>();
  const packed = route.parameters.get('request');
  useEffect(() => {
    if (packed === null) return;
    unpackRequest(packed).then((text) => {
      setFault(
        text === undefined ? 'The link holds no complete request: copy it again.' : undefined,
      );
      if (text !== undefined) open(text);
      // The editor has it now; a reload must not undo what is typed.
      history.replaceState(null, '', '#/playground');
    });
  }, [packed]);
  return fault;
}
