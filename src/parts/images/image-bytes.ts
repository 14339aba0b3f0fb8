/**
 * Bytes of an upload, which may be anything. What lies beyond their end reads as NaN or '': no comparison with it holds,
 * so that a reader ends where the bytes do and never throws.
 */
export type ImageBytes = ReturnType<typeof imageBytes>;

export function imageBytes(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (at: number, count: number) => at >= 0 && at + count <= bytes.length;
  return {
    length: bytes.length,
    u8: (at: number) => (has(at, 1) ? view.getUint8(at) : Number.NaN),
    u16: (at: number) => (has(at, 2) ? view.getUint16(at) : Number.NaN),
    u32: (at: number) => (has(at, 4) ? view.getUint32(at) : Number.NaN),
    u16Little: (at: number) => (has(at, 2) ? view.getUint16(at, true) : Number.NaN),
    u32Little: (at: number) => (has(at, 4) ? view.getUint32(at, true) : Number.NaN),
    /** As Latin-1, one character for each byte. */
    text: (at: number, count: number) =>
      has(at, count) ? String.fromCharCode(...bytes.subarray(at, at + count)) : '',
    /** Where a byte comes next; -1: nowhere. */
    find: (byte: number, from: number) => bytes.indexOf(byte, from),
    part: (from: number, to: number) => bytes.subarray(from, to),
  };
}

/** Whether all bytes are there, or only the first ones of a file. */
export type ImageExtent = 'whole' | 'start';

export type ImageSize = { readonly w: number; readonly h: number };

/** A sentence that says why bytes are no image that can be used. */
export type BadImage = { readonly reason: string };

export const TRUNCATED: BadImage = {
  reason: 'expected the whole image, but it ends before its end: send the file again',
};

export const DAMAGED: BadImage = {
  reason: 'expected an image that can be shown, but its parts do not fit together',
};
