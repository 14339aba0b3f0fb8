/**
 * A request within an address, after the `#`, which browsers do not send to servers. It is compressed: addresses
 * have limits in chats and mails.
 */
const LINK_UNITS_MAX = 32_000;

export async function packRequest(text: string): Promise<string> {
  const bytes = await piped(new Blob([text]), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Undefined where the text is no request that was packed. It is at most a thousand times as long as the link. */
export async function unpackRequest(packed: string): Promise<string | undefined> {
  if (packed.length > LINK_UNITS_MAX) return undefined;
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
    const text = await piped(new Blob([bytes]), new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return undefined;
  }
}

/** The address that opens this request in the editor. */
export async function linkTo(text: string): Promise<string> {
  const packed = await packRequest(text);
  if (packed.length > LINK_UNITS_MAX) throw new Error('the request is too long for an address');
  return `${location.origin}${location.pathname}#/try?request=${packed}`;
}

async function piped(from: Blob, through: CompressionStream | DecompressionStream) {
  return new Uint8Array(await new Response(from.stream().pipeThrough(through)).arrayBuffer());
}
