import type { Ad, Picture } from '../ad.ts';
import { type FeedbackParts, makeFeedback, reasonsOf } from './feedback.ts';
import type { Words } from './words.ts';

export type CardParts = {
  readonly ad: Ad;
  readonly words: Words;
  readonly language: string;
  /** Whether "Why this ad?" is open from the start. */
  readonly isExplained: boolean;
  readonly onClick: (click: Event) => void;
  readonly onDismiss: () => void;
  readonly onSaid: FeedbackParts['onSaid'];
};

/** The ad as a card: who pays and that it is paid for come first, and are always there. */
export function makeCard(parts: CardParts): HTMLElement {
  const { ad, words, language, isExplained, onClick, onDismiss, onSaid } = parts;
  const reasons = reasonsOf(ad, words, language);
  reasons.hidden = !isExplained;
  reasons.append(makeFeedback({ words, onSaid }));
  const why = whyButton(reasons, words);
  const dismiss = make(
    'button',
    {
      class: 'dismiss',
      type: 'button',
      'aria-label': words.dismiss,
      title: words.dismiss,
      lang: words.lang,
      dir: 'ltr',
    },
    '×',
  );
  dismiss.addEventListener('click', onDismiss);

  return make(
    'article',
    { class: 'card', part: 'card', 'aria-label': `${words.sponsored}: ${ad.title}` },
    make(
      'header',
      {},
      ad.icon && image(ad.icon, 'icon', { w: 20, h: 20 }),
      // No part of its own: nothing that a page can style.
      make('span', { class: 'label', lang: words.lang, dir: 'ltr' }, words.sponsored),
      aiLabel(ad, words),
      make('span', { class: 'advertiser', part: 'advertiser' }, foreign(ad.advertiser)),
      dismiss,
    ),
    make(
      'div',
      { class: 'content' },
      ad.image && make('div', { class: 'picture' }, image(ad.image, 'main', ad.image)),
      make(
        'div',
        { class: 'texts' },
        linkOf(ad, onClick),
        ad.text && make('p', { class: 'text' }, foreign(ad.text)),
        factsOf(ad, words),
        make(
          'footer',
          {},
          // The title is the link, stretched over the card: a second one would be read out twice.
          make(
            'span',
            { class: 'action', part: 'action', 'aria-hidden': 'true' },
            foreign(ad.action ?? ad.domain ?? '›'),
          ),
          why,
        ),
      ),
    ),
    reasons,
  );
}

/** Where the law wants it said that AI made the ad, or changed it. */
function aiLabel({ ai }: Ad, words: Words): HTMLElement | null {
  if (ai === null || !ai.label) return null;
  const { made, changed } = words.feedback;
  const isMade = ai.text === 'made' || ai.picture === 'made';
  return make('span', { class: 'label ai', part: 'ai-label' }, isMade ? made : changed);
}

/** Opens and closes the reasons. */
function whyButton(reasons: HTMLElement, words: Words): HTMLElement {
  const isOpen = () => String(!reasons.hidden);
  const why = make(
    'button',
    { class: 'why', type: 'button', 'aria-expanded': isOpen(), 'aria-controls': 'reasons' },
    own(words, words.why),
  );
  why.addEventListener('click', () => {
    reasons.hidden = !reasons.hidden;
    why.setAttribute('aria-expanded', isOpen());
  });
  return why;
}

function linkOf(ad: Ad, onClick: CardParts['onClick']): HTMLElement {
  const link = make(
    'a',
    {
      class: 'title',
      part: 'title',
      href: ad.link,
      target: '_blank',
      rel: 'sponsored nofollow noopener noreferrer',
      referrerpolicy: 'no-referrer',
    },
    foreign(ad.title),
  );
  link.addEventListener('click', onClick);
  // The middle button opens the link too, and is not a click to the browser.
  link.addEventListener('auxclick', (event) => {
    if (event.button === 1) onClick(event);
  });
  return link;
}

/** Has its place before it is loaded. If that fails, the card is one without it. */
function image(picture: Picture, name: string, { w, h }: Pick<Picture, 'w' | 'h'>): HTMLElement {
  const element = make('img', {
    class: name,
    alt: '',
    width: w,
    height: h,
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  });
  element.addEventListener('error', () => (element.closest('.picture') ?? element).remove());
  element.setAttribute('src', picture.url);
  return element;
}

const RATING_DIGITS = { maximumFractionDigits: 2 } as const;

function factsOf({ price, salePrice, rating }: Ad, words: Words): HTMLElement | null {
  if (price === null && salePrice === null && rating === null) return null;
  return make(
    'p',
    { class: 'facts' },
    make('strong', {}, foreign(salePrice ?? price ?? '')),
    salePrice === null || price === null ? null : make('s', {}, foreign(price)),
    rating === null ? null : ratingMark(rating.toLocaleString(words.lang, RATING_DIGITS), words),
  );
}

/** As a number: whole stars would say more or less than it. */
function ratingMark(rating: string, { lang, rated }: Words): HTMLElement {
  const label = rated.replace('#', rating);
  return make('span', { class: 'rating', role: 'img', lang, 'aria-label': label }, `★ ${rating}`);
}

/** Makes elements out of texts. Nothing here turns a text into markup. */

type Child = Node | string | null;

export function make(
  tag: string,
  attributes: Readonly<Record<string, string | number | boolean | null>>,
  ...children: readonly Child[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A stranger's text may run the other way than the text around it. */
export function foreign(text: string): HTMLElement {
  return make('bdi', {}, text);
}

/** The card's own words, marked as what they are on a page in a language that the card does not speak. */
export function own({ lang }: Pick<Words, 'lang'>, ...children: readonly Child[]): HTMLElement {
  return make('span', { lang, dir: 'ltr' }, ...children);
}
