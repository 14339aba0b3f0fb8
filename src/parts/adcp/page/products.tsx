import { cents } from '../../../ui/format.ts';
import { Named } from '../../../ui/record-list.tsx';
import type { RecordPage, RecordState } from '../../../ui/record-page.ts';
import { recordPages } from '../../../ui/record-pages.tsx';
import { recordHref } from '../../../ui/record-paths.ts';
import { StateMark } from '../../../ui/table.tsx';
import type { ProductDocument } from './api.ts';
import { PRODUCT_FIELDS } from './form-fields.ts';

const PAGE = 'buyers/products';

const PRODUCT_STATES: Readonly<Record<string, RecordState<ProductDocument>>> = {
  active: {
    name: 'Active',
    dot: 'good',
    meaning: 'Buyers find it.',
    ways: [
      {
        to: 'paused',
        label: 'Pause',
        Consequence: () => <>Buyers do not find it any more. What was bought of it goes on.</>,
      },
    ],
  },
  paused: {
    name: 'Paused',
    dot: 'quiet',
    meaning: 'Buyers do not find it.',
    ways: [
      { to: 'active', label: 'Resume' },
      {
        to: 'deleted',
        label: 'Remove',
        Consequence: () => <>This cannot be undone. What was bought of it stays.</>,
      },
    ],
  },
};

const PRODUCTS: RecordPage<ProductDocument> = {
  page: PAGE,
  api: '/api/products',
  title: 'Products',
  nouns: ['product', 'products'],
  write: 'admin',
  states: PRODUCT_STATES,

  intro: (
    <>
      What is offered to <a href="#/buyers">AI buyers</a>.
    </>
  ),
  find: 'id, name or publisher',
  idOf: ({ id }) => id,
  columns: {
    Product: ({ id, definition: { name } }) => (
      <Named href={recordHref(PAGE, id)} name={name}>
        {id}
      </Named>
    ),
    State: ({ state, source }) => (
      <StateMark words={PRODUCT_STATES[state] ?? { name: state, dot: 'quiet' }}>
        {source === 'config' ? 'in the config' : ''}
      </StateMark>
    ),
    Publishers: ({ definition: { publishers } }) => publishers.join(', '),
    Floors: ({ definition: { floors } }) => (
      <>
        {floors.cpm === undefined ? null : <div>{cents(floors.cpm)} CPM</div>}
        {floors.cpc === undefined ? null : <div>{cents(floors.cpc)} a click</div>}
      </>
    ),
  },
  none: <p>Without a product, buyers find nothing to buy.</p>,
  many: {
    isFor: ({ source }) => source === 'store',
    to: [
      ['paused', 'Pause', 'Buyers do not find them any more. What was bought of them goes on.'],
      ['active', 'Resume', 'Buyers find them again.'],
    ],
  },

  nameOf: ({ definition: { name } }) => name,
  about: ({ id }) => <code>{id}</code>,

  form: () => ({ Product: PRODUCT_FIELDS }),
  empty: () => ({ id: '', name: '', description: '', publishers: [], floors: {} }),
  next: 'Buyers find it at once.',
  json: 'The product as docs/config.md describes it',
};

export const ProductPages = recordPages(PRODUCTS);
