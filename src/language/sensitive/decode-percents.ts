/** What one decoding leaves encoded, apart from `%2520`, is decoded again so often. No ordinary text needs two. */
const DECODINGS_MAX = 8;

const PERCENT = 0x25;
const ENCODED_LENGTH = 3;
const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder() };

/** The text with percent-encoded characters decoded. What encodes no character stays: "50%death". */
export function decodePercents(text: string): string {
  let decoded = text;
  for (let round = 0; round < DECODINGS_MAX && decoded.includes('%'); round++) {
    const before = decoded;
    const spelled = decoded
      .replace(NESTED, '%')
      .replace(UTF_16, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
    decoded = decodeBytes(spelled);
    if (decoded === before) break;
  }
  return decoded;
}

/** Encoded text is often encoded again, each time with one more `25`: `kill%2525252520myself`. */
const NESTED = /%(?:25)+/g;
/** As the old `escape` of browsers writes it: `%u0020`. */
const UTF_16 = /%u([0-9a-f]{4})/gi;

function decodeBytes(text: string): string {
  const bytes = utf8.encoder.encode(text);
  const length = overwriteDecoded(bytes);
  return length === bytes.length ? text : utf8.decoder.decode(bytes.subarray(0, length));
}

/** Returns how many bytes are left. */
function overwriteDecoded(bytes: Uint8Array): number {
  let length = 0;
  let at = 0;
  while (at < bytes.length) {
    const count = bytes[at] === PERCENT ? characterAt(bytes, at) : 0;
    if (count === 0) bytes[length++] = bytes[at++] ?? 0;
    for (let byte = 0; byte < count; byte++) {
      bytes[length++] = byteAt(bytes, at);
      at += ENCODED_LENGTH;
    }
  }
  return length;
}

/** The number of encoded bytes of the character that is encoded here; 0 if none is. */
function characterAt(bytes: Uint8Array, at: number): number {
  const first = byteAt(bytes, at);
  if (first < 0 || (first >= 0x80 && first < 0xc2) || first > 0xf4) return 0;
  const count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let byte = 1; byte < count; byte++) {
    if (byteAt(bytes, at + byte * ENCODED_LENGTH) >> 6 !== 0b10) return 0;
  }
  return count;
}

/** The byte that `%` and two digits encode; negative if they do not stand here. */
function byteAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== PERCENT) return NO_DIGIT;
  return digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]);
}

/** Negative enough to stay so in a sum with a digit. */
const NO_DIGIT = -1_000;

function digitOf(code: number | undefined): number {
  if (code === undefined) return NO_DIGIT;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NO_DIGIT;
}
