import {
  type BadImage,
  DAMAGED,
  type ImageBytes,
  type ImageExtent,
  type ImageSize,
  TRUNCATED,
} from './image-bytes.ts';

/** A part of the file: its type, and from where to where its content is. */
type Box = { readonly type: string; readonly at: number; readonly end: number };

const BRANDS: ReadonlySet<string> = new Set(['avif', 'avis']);
/** A version and flags, with which some boxes begin. */
const VERSION_BYTES = 4;

/** Whether a file that begins with `ftyp` says that it is AVIF: HEIC and videos begin alike. */
export function isAvif(bytes: ImageBytes): boolean {
  const end = Math.min(bytes.u32(0), bytes.length);
  for (let at = 8; at + 4 <= end; at += 4) {
    // The second one is the version of the first.
    if (at !== 12 && BRANDS.has(bytes.text(at, 4))) return true;
  }
  return false;
}

export function readAvif(bytes: ImageBytes, extent: ImageExtent): ImageSize | BadImage {
  const boxes = boxesIn(bytes, 0, bytes.length);
  const meta = boxes.found.find(({ type }) => type === 'meta');
  const isCut = boxes.rest === 'cut';
  if (meta === undefined) return isCut ? TRUNCATED : DAMAGED;
  const size = sizeIn(bytes, meta);
  if (size === undefined || extent === 'start') return size ?? DAMAGED;
  const inMeta = boxesIn(bytes, meta.at + VERSION_BYTES, meta.end).found;
  const hasPixels =
    boxes.found.some(({ type }) => type === 'mdat') || inMeta.some(({ type }) => type === 'idat');
  if (isCut) return TRUNCATED;
  return hasPixels && boxes.rest === 'none' ? size : DAMAGED;
}

/** The boxes from one byte to another, one behind the other. `cut`: the last one goes on behind them. */
function boxesIn(bytes: ImageBytes, from: number, to: number) {
  const found: Box[] = [];
  let at = from;
  while (at + 8 <= to) {
    const short = bytes.u32(at);
    const isLong = short === 1;
    const long = bytes.u32(at + 8) * 2 ** 32 + bytes.u32(at + 12);
    const type = bytes.text(at + 4, 4);
    // Pixels alone may reach to wherever the file ends.
    const isOpen = short === 0 && type === 'mdat';
    const length = isLong ? long : isOpen ? to - at : short;
    const head = isLong ? 16 : 8;
    if (!(length >= head)) return { found, rest: 'unreadable' } as const;
    const end = at + length;
    if (end > to) return { found, rest: 'cut' } as const;
    found.push({ type, at: at + head, end });
    at = end;
  }
  return { found, rest: at === to ? 'none' : 'cut' } as const;
}

/** Of the image that the file calls its primary one: others may be its thumbnail, its transparency or its tiles. */
function sizeIn(bytes: ImageBytes, meta: Box): ImageSize | undefined {
  const parts = boxesIn(bytes, meta.at + VERSION_BYTES, meta.end).found;
  const pitm = parts.find(({ type }) => type === 'pitm');
  const iprp = parts.find(({ type }) => type === 'iprp');
  if (pitm === undefined || iprp === undefined) return undefined;
  const inProperties = boxesIn(bytes, iprp.at, iprp.end).found;
  const ipco = inProperties.find(({ type }) => type === 'ipco');
  if (ipco === undefined) return undefined;
  const itemAt = pitm.at + VERSION_BYTES;
  const item = bytes.u8(pitm.at) === 0 ? bytes.u16(itemAt) : bytes.u32(itemAt);
  const properties = boxesIn(bytes, ipco.at, ipco.end).found;
  const own = inProperties
    .filter(({ type }) => type === 'ipma')
    .flatMap((ipma) => propertyNumbers(bytes, ipma, item))
    .flatMap((number) => properties[number - 1] ?? []);
  return sizeBy(bytes, own);
}

/** The numbers, from 1 on, of the properties that belong to an item. */
function propertyNumbers(bytes: ImageBytes, ipma: Box, item: number): readonly number[] {
  const hasLongItems = bytes.u8(ipma.at) > 0;
  const hasLongNumbers = (bytes.u8(ipma.at + 3) & 1) === 1;
  const count = bytes.u32(ipma.at + VERSION_BYTES);
  const numbers: number[] = [];
  let at = ipma.at + VERSION_BYTES + 4;
  for (let entry = 0; entry < count && at < ipma.end; entry++) {
    const id = hasLongItems ? bytes.u32(at) : bytes.u16(at);
    at += hasLongItems ? 4 : 2;
    const numberCount = bytes.u8(at);
    at += 1;
    for (let index = 0; index < numberCount && at < ipma.end; index++) {
      const number = hasLongNumbers ? bytes.u16(at) & 0x7fff : bytes.u8(at) & 0x7f;
      at += hasLongNumbers ? 2 : 1;
      if (id === item) numbers.push(number);
    }
  }
  return numbers;
}

function sizeBy(bytes: ImageBytes, properties: readonly Box[]): ImageSize | undefined {
  const ispe = properties.find(({ type }) => type === 'ispe');
  // What is shown of an image that says how to cut it is not known here.
  if (ispe === undefined || properties.some(({ type }) => type === 'clap')) return undefined;
  const w = bytes.u32(ispe.at + VERSION_BYTES);
  const h = bytes.u32(ispe.at + VERSION_BYTES + 4);
  const irot = properties.find(({ type }) => type === 'irot');
  const isSideways = irot !== undefined && (bytes.u8(irot.at) & 1) === 1;
  return isSideways ? { w: h, h: w } : { w, h };
}
