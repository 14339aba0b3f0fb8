import Type from 'typebox';
import { list } from '../fields.ts';
import { type Classified, classified } from '../privacy-class.ts';
import { REQUEST_ITEMS_MAX } from '../size-limits.ts';

const Publisher = classified(
  { id: Type.Optional(Type.String()) },
  { id: 'context', name: 'context', domain: 'context', cat: 'context', cattax: 'context' },
);

/** What a page or an app shows: `site.content`, `app.content`. */
const CONTENT: Classified = {
  id: 'context',
  title: 'context',
  series: 'context',
  genre: 'context',
  cat: 'context',
  cattax: 'context',
  context: 'context',
  keywords: 'context',
  language: 'context',
  langb: 'context',
};

/** Fields that site and app have in common. */
const CHANNEL_CLASSES = {
  id: 'context',
  name: 'context',
  domain: 'context',
  cat: 'context',
  cattax: 'context',
  sectioncat: 'context',
  pagecat: 'context',
  keywords: 'context',
  kwarray: 'context',
  privacypolicy: 'context',
  publisher: 'nested',
  content: CONTENT,
} as const;

const Categories = list(Type.String(), REQUEST_ITEMS_MAX.categories, {
  description: 'IAB Content Taxonomy ids; `cattax` says of which version.',
});

const KeywordArray = list(Type.String(), REQUEST_ITEMS_MAX.keywords, {
  description: 'Keywords as an array; they count like `keywords`.',
});

const DOMAIN_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

export const Site = classified(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    domain: Type.Optional(
      Type.String({
        maxLength: 253,
        // The last label is no number: `192.0.2.1` is an address, not a domain.
        pattern: `^(?:${DOMAIN_LABEL}\\.)+(?![0-9]+$)${DOMAIN_LABEL}$`,
        expects:
          'a host name of two or more labels and at most 253 characters, like "chat.example.com"',
      }),
    ),
    cat: Type.Optional(Categories),
    keywords: Type.Optional(
      Type.String({ description: 'Comma-separated; drives product search.' }),
    ),
    kwarray: Type.Optional(KeywordArray),
    publisher: Type.Optional(Publisher),
  },
  { ...CHANNEL_CLASSES, page: 'page', mobile: 'context', ref: 'personal', search: 'personal' },
);

export const App = classified(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    bundle: Type.Optional(
      Type.String({
        maxLength: 253,
        pattern: '^[A-Za-z0-9._-]+$',
        expects: 'a bundle id of at most 253 letters, digits, ".", "_" or "-"',
      }),
    ),
    cat: Type.Optional(Categories),
    keywords: Type.Optional(
      Type.String({ description: 'Comma-separated; drives product search.' }),
    ),
    kwarray: Type.Optional(KeywordArray),
    publisher: Type.Optional(Publisher),
  },
  {
    ...CHANNEL_CLASSES,
    bundle: 'context',
    storeurl: 'context',
    ver: 'context',
    paid: 'context',
  },
);
