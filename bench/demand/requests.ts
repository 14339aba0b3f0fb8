import { readFileSync } from 'node:fs';
import type { BidRequest } from '../../src/core/openrtb/bid-request.ts';
import { FRESH_DIGITS } from '../load/job.ts';
import { type Conversation, conversations } from './conversations.ts';

const example: BidRequest = JSON.parse(
  readFileSync(new URL('../../examples/request.json', import.meta.url), 'utf8'),
);

/** So many that what they have in common is what real traffic has in common; fewer where they are large. */
const VARIANTS_MAX = 4096;
const VARIANTS_MIN = 64;
const BYTES_MAX = 8_000_000;

export type Shape = {
  readonly imps?: number;
  /** The least the body has, filled up with what the exchange has to parse and to pass on. */
  readonly bytes?: number;
  /** Without the format that only products fill: for partners that do not know it. */
  readonly anyFormat?: boolean;
  /** Products are searched with words that nobody searched with before. */
  readonly newSearch?: boolean;
};

/** Bodies of real traffic: the example of the documentation, without its test flag, about other things in each. */
export function bodiesOf(shape: Shape = {}): readonly string[] {
  const count = Math.floor(BYTES_MAX / (shape.bytes ?? 1));
  const variants = Math.min(Math.max(count, VARIANTS_MIN), VARIANTS_MAX);
  return conversations(variants, FRESH_DIGITS).map((one) => JSON.stringify(request(one, shape)));
}

function request(
  conversation: Conversation,
  { imps = 1, bytes = 0, anyFormat = false, newSearch = false }: Shape,
): unknown {
  const [first] = example.imp;
  const imp = anyFormat ? { ...first, ext: {} } : first;
  const { topics, intent, confidence, stage, messages, characters } = conversation;
  const keywords = newSearch ? `${conversation.keywords}, ${FRESH_DIGITS}` : conversation.keywords;
  const plain = {
    ...example,
    id: `bench-${FRESH_DIGITS}`,
    test: 0,
    imp: Array.from({ length: imps }, (_, place) => ({ ...imp, id: String(place + 1) })),
    site: { ...example.site, keywords, publisher: { id: conversation.publisher } },
    device: { ...example.device, ip: conversation.ip },
    ext: {
      service: {
        ...example.ext?.service,
        messageSequenceNumber: messages,
        messageLength: characters,
        intent: { ...example.ext?.service?.intent, value: intent, confidence, topics },
        funnel: { ...example.ext?.service?.funnel, stage },
      },
    },
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
