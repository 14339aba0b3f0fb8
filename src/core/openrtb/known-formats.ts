export const REFERENCE_AGENT = 'https://creative.adcontextprotocol.org/';

/** What a format needs, in the terms of a native request: an image or data type, or a title. */
export const FORMAT_PARTS = ['title', 'icon', 'image', 'description', 'sponsored', 'cta'] as const;

export type FormatPart = (typeof FORMAT_PARTS)[number];

export type KnownFormat = {
  readonly agent_url: string;
  readonly id: string;
  readonly description: string;
  readonly requires: readonly FormatPart[];
  readonly titleLengthMax?: number;
};

/** The reference agent's native formats, known offline: a request's `agent_url` is never fetched. */
export const KNOWN_FORMATS: readonly KnownFormat[] = [
  {
    agent_url: REFERENCE_AGENT,
    id: 'native_standard',
    description: 'Title, text, main image, call to action and sponsor',
    requires: ['title', 'description', 'image', 'cta', 'sponsored'],
  },
  {
    agent_url: REFERENCE_AGENT,
    id: 'native_content',
    description: 'Headline, text and thumbnail in the style of the content around it',
    requires: ['title', 'description', 'image', 'sponsored'],
  },
  {
    agent_url: REFERENCE_AGENT,
    id: 'sponsored_recommendation',
    description: 'A recommendation inside an assistant’s answer',
    requires: ['title', 'description', 'sponsored'],
    titleLengthMax: 50,
  },
  {
    agent_url: REFERENCE_AGENT,
    id: 'native_mention',
    description: 'One sponsored sentence inside an assistant’s answer',
    requires: ['title', 'sponsored'],
    titleLengthMax: 100,
  },
  {
    agent_url: REFERENCE_AGENT,
    id: 'native_product_card',
    description: 'A product with its picture and call to action',
    requires: ['title', 'image', 'cta', 'sponsored'],
    titleLengthMax: 60,
  },
];
