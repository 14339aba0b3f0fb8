import {
  canonicalAgentUrl,
  type FormatReference,
  type KnownFormat,
  REFERENCE_AGENT,
} from './formats.ts';

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

/** The formats that this exchange knows: those above and those of the config (ruling 56). */
export type Formats = {
  readonly list: readonly KnownFormat[];
  readonly find: (reference: FormatReference) => KnownFormat | undefined;
  readonly isKnownAgent: (url: string) => boolean;
};

export function createFormats(added: readonly KnownFormat[] = []): Formats {
  const list = [
    ...KNOWN_FORMATS,
    ...added.map((format) => ({ ...format, agent_url: canonicalAgentUrl(format.agent_url) })),
  ];
  const agents = new Set(list.map(({ agent_url }) => agent_url));
  /** Known agents as they are usually written, with and without the last slash, need no parsing. */
  const usual = new Map(
    [...agents].flatMap((url) => [
      [url, url],
      [url.replace(/\/$/, ''), url],
    ]),
  );
  const canonical = (url: string) => usual.get(url) ?? canonicalAgentUrl(url);
  return {
    list,
    isKnownAgent: (url) => agents.has(canonical(url)),
    find({ agent_url, id }) {
      const agent = canonical(agent_url);
      return list.find((format) => format.id === id && format.agent_url === agent);
    },
  };
}

export const DEFAULT_FORMATS = createFormats();
