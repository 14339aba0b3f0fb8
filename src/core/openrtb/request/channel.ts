import Type from 'typebox';
import { list } from '../fields.ts';
import { DOMAIN_LENGTH_MAX, DOMAIN_PATTERN } from '../host-name.ts';
import { type Classified, classified, optional } from '../privacy-class.ts';
import { REQUEST_ITEMS_MAX } from '../size-limits.ts';

const Publisher = classified(
  { id: optional('context', Type.String()) },
  {
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

/** The last fields of both site and app. */
const CHANNEL_FIELDS = {
  cat: optional(
    ['context', 'categories'],
    list(Type.String(), REQUEST_ITEMS_MAX.categories, {
      description: 'IAB Content Taxonomy ids; `cattax` says of which version.',
    }),
  ),
  keywords: optional(
    'context',
    Type.String({ description: 'Comma-separated; drives product search.' }),
  ),
  kwarray: optional(
    'context',
    list(Type.String(), REQUEST_ITEMS_MAX.keywords, {
      description: 'Keywords as an array; they count like `keywords`.',
    }),
  ),
  publisher: optional('nested', Publisher),
};

const UNCHECKED_CLASSES: Readonly<Record<string, Classified>> = {
  cattax: ['context', 'code'],
  sectioncat: ['context', 'categories'],
  pagecat: ['context', 'categories'],
  privacypolicy: ['context', 'flag'],
  content: CONTENT,
};

export const Site = classified(
  {
    id: optional('context', Type.String()),
    name: optional('context', Type.String()),
    domain: optional(
      ['context', 'host'],
      Type.String({
        maxLength: DOMAIN_LENGTH_MAX,
        pattern: DOMAIN_PATTERN,
        expects:
          'a host name of two or more labels and at most 253 characters, like "chat.example.com"',
      }),
    ),
    ...CHANNEL_FIELDS,
  },
  {
    ...UNCHECKED_CLASSES,
    page: ['page', 'url'],
    mobile: ['context', 'flag'],
    ref: 'personal',
    search: 'personal',
  },
);

export const App = classified(
  {
    id: optional('context', Type.String()),
    name: optional('context', Type.String()),
    bundle: optional(
      'context',
      Type.String({
        maxLength: 253,
        pattern: '^[A-Za-z0-9._-]+$',
        expects: 'a bundle id of at most 253 letters, digits, ".", "_" or "-"',
      }),
    ),
    ...CHANNEL_FIELDS,
  },
  {
    ...UNCHECKED_CLASSES,
    domain: ['context', 'host'],
    storeurl: ['page', 'url'],
    ver: ['context', 'version'],
    paid: ['context', 'flag'],
  },
);
