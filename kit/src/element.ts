import type { ReportReason } from '../../src/core/sale/feedback.ts';
import { type Ad, readAd } from './ad.ts';
import { make, makeCard, own } from './element/card.ts';
import { type FeedbackParts, makeFeedback } from './element/feedback.ts';
import { STYLE } from './element/look.ts';
import { type AdEvent, hasHappened, isFirst, noticesOf, tell, watch } from './element/watch.ts';
import { type Words, wordsFor } from './element/words.ts';
import { createConversation } from './told.ts';

export type { Ad } from './ad.ts';
export type { ChatConversation, ToldConversation } from './told.ts';
export { createConversation };

/** On a server there is no HTMLElement, and the module may still be imported there. */
const Base = globalThis.HTMLElement ?? class {};

let sheet: CSSStyleSheet | undefined;

/**
 * `<parley-ad>`: set its property `ad` to what the server's `ask` gave. Says what happens as events
 * `parley-drawn`, `parley-viewable`, `parley-clicked` and `parley-dismissed`, each once for an ad; where somebody says why,
 * `parley-reported`, with the reason, or `parley-unwanted`, for whom the advertiser should not come again.
 *
 * With the attribute `preview` it only shows an ad, for pages where ads are made: it tells nobody, raises
 * no events, and its link leads nowhere. `preview="why"` shows the explanation opened, `preview="dismissed"`
 * what is left of a dismissed ad.
 */
export class ParleyAdElement extends Base {
  static readonly observedAttributes: readonly string[] = ['preview'];

  #ad: Ad | null = null;
  #isDrawn = false;
  #stopWatching = () => {};

  get ad(): Ad | null {
    return this.#ad;
  }

  /** Anything may be assigned; what is no ad that can be shown honestly draws nothing. */
  set ad(value: unknown) {
    const ad = readAd(value);
    const isSame = JSON.stringify(ad) === JSON.stringify(this.#ad);
    if (isSame && this.#preview === null) return;
    this.#ad = ad;
    this.#isDrawn = false;
    if (this.isConnected) this.#show();
  }

  get #preview(): string | null {
    return this.getAttribute('preview');
  }

  attributeChangedCallback(): void {
    this.#isDrawn = false;
    if (this.isConnected) this.#show();
  }

  connectedCallback(): void {
    // A property that was set before this class was known hides the setter.
    if (Object.hasOwn(this, 'ad')) {
      const early = this.ad;
      Reflect.deleteProperty(this, 'ad');
      this.ad = early;
    }
    this.#show();
  }

  disconnectedCallback(): void {
    this.#stopWatching();
  }

  #show(): void {
    this.#stopWatching();
    this.hidden = this.#ad === null;
    if (this.#ad === null) return;
    if (!this.#isDrawn) this.#draw(this.#ad);
    const card = this.shadowRoot?.querySelector('.card');
    const ad = this.#ad;
    if (card && this.#preview === null && !hasHappened(ad, 'viewable')) {
      this.#stopWatching = watch(card, {
        isDrawn: hasHappened(ad, 'drawn'),
        onDrawn: () => this.#happen(ad, 'drawn'),
        onSeen: () => this.#happen(ad, 'viewable'),
        onStripped: () => this.#takeAway(),
      });
    }
  }

  #draw(ad: Ad): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    if (sheet === undefined) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
    }
    root.adoptedStyleSheets = [sheet];
    this.#isDrawn = true;
    const preview = this.#preview;
    if (preview === null ? hasHappened(ad, 'dismissed') : preview === 'dismissed') {
      this.#drawDismissed(root, ad);
      return;
    }
    const words = this.#words();
    root.replaceChildren(
      makeCard({
        ad,
        language: this.#cardLanguage(words),
        words,
        isExplained: preview === 'why',
        onClick: (click) => {
          if (preview !== null) click.preventDefault();
          this.#happen(ad, 'clicked');
        },
        onDismiss: () => this.#dismiss(root, ad),
        onSaid: (event, reason) => {
          this.#happen(ad, event, reason);
          this.#dismiss(root, ad);
        },
      }),
    );
  }

  get #language(): string {
    return (this.closest<HTMLElement>('[lang]')?.lang || navigator.language).toLowerCase();
  }

  #words(): Words {
    return wordsFor(this.#language);
  }

  /** As the page writes it, where the card speaks it; numbers depend on it. */
  #cardLanguage({ lang }: Words): string {
    return this.#language.startsWith(lang) ? this.#language : lang;
  }

  /** Out of sight and not out of the page, where a framework may look for it. */
  #takeAway(): void {
    this.shadowRoot?.replaceChildren();
    this.hidden = true;
    this.#isDrawn = false;
    // biome-ignore lint/suspicious/noConsole: the publisher's developer looks for the ad there.
    console.warn(
      '<parley-ad> took its ad away: the page hides its label or its advertiser. See "Honesty" in the documentation.',
    );
  }

  /** Leaves a line, so that whoever dismissed it by keyboard keeps a place and hears that it worked. */
  #drawDismissed(root: ShadowRoot, ad: Ad): void {
    const hadFocus = root.activeElement !== null;
    const words = this.#words();
    const isSaid = hasHappened(ad, 'reported') || hasHappened(ad, 'unwanted');
    const said = isSaid ? words.feedback.thanks : words.dismissed;
    const line = make('p', { class: 'gone', role: 'status', tabindex: '-1' }, own(words, said));
    const onSaid: FeedbackParts['onSaid'] = (event, reason) => {
      this.#happen(ad, event, reason);
      this.#drawDismissed(root, ad);
    };
    root.replaceChildren(line, ...(isSaid ? [] : [makeFeedback({ words, onSaid })]));
    if (hadFocus) line.focus();
  }

  #dismiss(root: ShadowRoot, ad: Ad): void {
    this.#stopWatching();
    this.#drawDismissed(root, ad);
    this.#happen(ad, 'dismissed');
  }

  #happen(ad: Ad, event: AdEvent, reason?: ReportReason): void {
    if (this.#preview !== null || !isFirst(ad, event)) return;
    noticesOf(ad, event, reason).forEach(tell);
    const detail = { id: ad.id, ad, ...(reason === undefined ? {} : { reason }) };
    const options = { bubbles: true, composed: true, detail };
    this.dispatchEvent(new CustomEvent(`parley-${event}`, options));
  }
}

if (globalThis.customElements && !customElements.get('parley-ad')) {
  // Base is HTMLElement wherever there are custom elements.
  customElements.define('parley-ad', ParleyAdElement as unknown as CustomElementConstructor);
}

type Told = { readonly id: string; readonly ad: Ad };

/** What `<parley-ad>` says, by the names of its events. */
export type ParleyAdEvents = {
  readonly [Event in AdEvent as `parley-${Event}`]: CustomEvent<
    Event extends 'reported' ? Told & { readonly reason: ReportReason } : Told
  >;
};

declare global {
  interface HTMLElementTagNameMap {
    'parley-ad': ParleyAdElement;
  }
  interface GlobalEventHandlersEventMap extends ParleyAdEvents {}
}
