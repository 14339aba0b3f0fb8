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
  /** With the URL of the agent as the reference has it, since the response echoes it. */
  readonly find: (reference: FormatReference) => KnownFormat | undefined;
  readonly isKnownAgent: (url: string) => boolean;
};

/** A longer one is nobody's, and is not parsed. */
const AGENT_URL_CHARACTERS_MAX = 2048;

function comparable(url: string): string {
  return url.length > AGENT_URL_CHARACTERS_MAX ? url : canonicalAgentUrl(url);
}

export function createFormats(added: readonly KnownFormat[] = []): Formats {
  const list = [
    ...KNOWN_FORMATS,
    ...added.map((format) => ({ ...format, agent_url: canonicalAgentUrl(format.agent_url) })),
  ];
  const agents = new Set(list.map(({ agent_url }) => agent_url));
  /** Formats by their agents as these are usually written, with and without the last slash: no URL is parsed. */
  const usual = new Map<string, readonly KnownFormat[]>();
  for (const url of agents) {
    const own = list.filter(({ agent_url }) => agent_url === url);
    usual.set(url, own);
    const bare = url.replace(/\/$/, '');
    if (bare !== url)
      usual.set(
        bare,
        own.map((format) => ({ ...format, agent_url: bare })),
      );
  }
  return {
    list,
    isKnownAgent: (url) => usual.has(url) || agents.has(comparable(url)),
    find({ agent_url, id }) {
      const known = usual.get(agent_url) ?? usual.get(comparable(agent_url));
      const format = known?.find((one) => one.id === id);
      if (format === undefined || format.agent_url === agent_url) return format;
      return { ...format, agent_url };
    },
  };
}

export const DEFAULT_FORMATS = createFormats();
