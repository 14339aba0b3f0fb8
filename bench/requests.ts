import { readFileSync } from 'node:fs';
import type { BidRequest } from '../src/openrtb/bid-request.ts';

const example: BidRequest = JSON.parse(
  readFileSync(new URL('../examples/request.json', import.meta.url), 'utf8'),
);

/** So many that no two of the requests under way at once need be the same. */
const VARIANTS = 64;

export type Shape = {
  readonly imps?: number;
  /** The least the body has, filled up with what the exchange has to parse and to pass on. */
  readonly bytes?: number;
  /** Without the format that only products fill: for partners that do not know it. */
  readonly anyFormat?: boolean;
};

/** Bodies of real traffic: the example of the documentation, without its test flag. */
export function bodiesOf(shape: Shape = {}): readonly string[] {
  return Array.from({ length: VARIANTS }, (_, index) => JSON.stringify(request(index, shape)));
}

function request(index: number, { imps = 1, bytes = 0, anyFormat = false }: Shape): unknown {
  const [first] = example.imp;
  const imp = anyFormat ? { ...first, ext: {} } : first;
  const plain = {
    ...example,
    id: `bench-${index}`,
    test: 0,
    imp: Array.from({ length: imps }, (_, place) => ({ ...imp, id: String(place + 1) })),
  };
  const missing = bytes - JSON.stringify(plain).length;
  if (missing <= 0) return plain;
  const perSegment = JSON.stringify(segment(0)).length + 1;
  const count = Math.ceil(missing / perSegment);
  return {
    ...plain,
    user: {
      data: [{ id: 'bench', segment: Array.from({ length: count }, (_, place) => segment(place)) }],
    },
  };
}

function segment(place: number) {
  return { id: `segment-${String(place).padStart(6, '0')}`, name: 'people who walk', value: '1' };
}
