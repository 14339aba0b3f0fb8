import Type from 'typebox';
import { list } from '../fields.ts';
import { DOMAIN_LENGTH_MAX, DOMAIN_PATTERN } from '../host-name.ts';
import { type Classified, classified } from '../privacy-class.ts';
import { REQUEST_ITEMS_MAX } from '../size-limits.ts';

const Publisher = classified(
  { id: Type.Optional(Type.String()) },
  {
    id: 'context',
    name: ['context', 'label'],
    domain: ['context', 'host'],
    cat: ['context', 'categories'],
    cattax: ['context', 'code'],
  },
);

/** What a page or an app shows: `site.content`, `app.content`. */
const CONTENT: Classified = {
  id: ['context', 'label'],
  title: ['context', 'text'],
  series: ['context', 'label'],
  genre: ['context', 'label'],
  cat: ['context', 'categories'],
  cattax: ['context', 'code'],
  context: ['context', 'code'],
  keywords: ['context', 'text'],
  kwarray: ['context', 'texts'],
  language: ['context', 'language'],
  langb: ['context', 'language'],
};

/** Fields that site and app have in common. */
const CHANNEL_CLASSES = {
  id: 'context',
  name: 'context',
  domain: ['context', 'host'],
  cat: ['context', 'categories'],
  cattax: ['context', 'code'],
  sectioncat: ['context', 'categories'],
  pagecat: ['context', 'categories'],
  keywords: 'context',
  kwarray: 'context',
  privacypolicy: ['context', 'flag'],
  publisher: 'nested',
  content: CONTENT,
} as const;

const Categories = list(Type.String(), REQUEST_ITEMS_MAX.categories, {
  description: 'IAB Content Taxonomy ids; `cattax` says of which version.',
});

const KeywordArray = list(Type.String(), REQUEST_ITEMS_MAX.keywords, {
  description: 'Keywords as an array; they count like `keywords`.',
});

export const Site = classified(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    domain: Type.Optional(
      Type.String({
        maxLength: DOMAIN_LENGTH_MAX,
        pattern: DOMAIN_PATTERN,
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
  {
    ...CHANNEL_CLASSES,
    page: ['page', 'url'],
    mobile: ['context', 'flag'],
    ref: 'personal',
    search: 'personal',
  },
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
    storeurl: ['page', 'url'],
    ver: ['context', 'version'],
    paid: ['context', 'flag'],
  },
);
