import type { Ad, Asked } from '@parley/kit';

/** What one turn of the conversation looks like. */
export type Turn = {
  readonly write: (answer: string) => void;
  readonly showAd: (ad: Ad) => void;
  readonly explain: (inspected: Inspected) => void;
  readonly finish: () => void;
  readonly fail: (sentence: string) => void;
};

export type Inspected = Pick<Asked, 'reason' | 'detail' | 'signals' | 'request'> & {
  /** In a sentence, why there is no ad. */
  readonly why: string | null;
};

type Price = NonNullable<NonNullable<Asked['signals']>['price']>;

export function addMessage(list: HTMLElement, content: string): void {
  list.append(make('li', 'person', content));
}

export function addTurn(list: HTMLElement): Turn {
  const answer = make('p', 'answer writing');
  const ad = document.createElement('parley-ad');
  const item = make('li', 'assistant', answer, ad);
  list.append(item);
  keepInView(item);
  return {
    write(text) {
      answer.textContent = text;
      keepInView(item);
    },
    showAd(value) {
      ad.ad = value;
      keepInView(item);
    },
    explain(inspected) {
      if (inspected.why !== null) item.append(make('p', 'no-ad', `No ad: ${inspected.why}`));
      item.append(explanationOf(inspected));
      keepInView(item);
    },
    finish: () => answer.classList.remove('writing'),
    fail(sentence) {
      answer.classList.remove('writing');
      answer.classList.add('failed');
      answer.textContent = sentence;
    },
  };
}

/** Follows the answer, unless the reader has scrolled away from it. */
function keepInView(item: HTMLElement): void {
  const page = document.documentElement;
  const leftBelow = page.scrollHeight - page.scrollTop - page.clientHeight;
  if (leftBelow < 400) item.scrollIntoView({ block: 'end' });
}

/** What left the server, for the curious. */
function explanationOf({ reason, detail, signals, request }: Inspected): HTMLElement {
  const outcome = reason === null ? 'An ad won the auction.' : `No ad: ${reason}.`;
  const sent =
    request === null
      ? 'Nothing left this server.'
      : 'This is all that left this server, and no message is in it:';
  return make(
    'details',
    'hood',
    make('summary', '', 'Under the hood'),
    make('p', 'hood-line', outcome, detail === null ? '' : ` ${detail}`),
    signals === null ? '' : chipsOf(signals),
    make('p', 'hood-line', sent),
    request === null ? '' : make('pre', '', JSON.stringify(readable(request), null, 2)),
  );
}

function chipsOf(signals: NonNullable<Inspected['signals']>): HTMLElement {
  const { keywords, price, intent, sentiment, funnel, sensitive, language } = signals;
  const chips: readonly (readonly [string, string | undefined])[] = [
    ...keywords.map((keyword) => ['keyword', keyword] as const),
    ['price', price === null ? undefined : priceWords(price)],
    ['intent', intent?.value.replaceAll('_', ' ')],
    ['stage', funnel?.stage],
    ['mood', sentiment?.value],
    ['sensitive', sensitive?.class],
    ['language', language],
  ];
  const known = chips.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : make('li', '', make('span', '', name), value),
  );
  return make('ul', 'chips', ...known);
}

function priceWords({ min, max, currency = '' }: Price): string {
  const from = min === undefined ? '' : `from ${min} `;
  const upTo = max === undefined ? '' : `up to ${max} `;
  return `${from}${upTo}${currency}`.trim();
}

/** The native request is JSON in a string; unpacked it can be read. */
function readable(request: NonNullable<Inspected['request']>) {
  const imp = request.imp.map((one) => ({
    ...one,
    native: { ...one.native, request: JSON.parse(one.native.request) },
  }));
  return { ...request, imp };
}

function make(
  tag: string,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...children);
  return element;
}
