import { type Ad, readAd } from './ad.ts';
import { makeCard } from './element/card.ts';
import { make } from './element/make.ts';
import { STYLE } from './element/style.ts';
import { type AdEvent, hasHappened, isFirst, tell } from './element/tell.ts';
import { watch } from './element/watch.ts';
import { wordsFor } from './element/words.ts';

export type { Ad } from './ad.ts';

/** On a server there is no HTMLElement, and the module may still be imported there. */
const Base = globalThis.HTMLElement ?? class {};

let sheet: CSSStyleSheet | undefined;

/**
 * `<parley-ad>`: set its property `ad` to what the server's `ask` gave. Says what happens as events
 * `parley-drawn`, `parley-viewable`, `parley-clicked` and `parley-dismissed`, each once for an ad.
 */
export class ParleyAdElement extends Base {
  #ad: Ad | null = null;
  #isDrawn = false;
  #stopWatching = () => {};

  get ad(): Ad | null {
    return this.#ad;
  }

  /** Anything may be assigned; what is no ad that can be shown honestly draws nothing. */
  set ad(value: unknown) {
    const ad = readAd(value);
    if (JSON.stringify(ad) === JSON.stringify(this.#ad)) return;
    this.#ad = ad;
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
    if (card && !hasHappened(ad, 'viewable')) {
      this.#stopWatching = watch(card, () => this.#happen(ad, 'viewable'));
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
    if (hasHappened(ad, 'dismissed')) {
      this.#drawDismissed(root);
      return;
    }
    const language = this.closest<HTMLElement>('[lang]')?.lang || navigator.language;
    root.replaceChildren(
      makeCard({
        ad,
        language,
        words: wordsFor(language),
        onClick: () => this.#happen(ad, 'clicked'),
        onDismiss: () => {
          this.#stopWatching();
          this.#drawDismissed(root);
          this.#happen(ad, 'dismissed');
        },
      }),
    );
    this.#happen(ad, 'drawn');
  }

  /** Leaves a line, so that whoever dismissed it by keyboard keeps a place and hears that it worked. */
  #drawDismissed(root: ShadowRoot): void {
    const hadFocus = root.activeElement !== null;
    const { dismissed } = wordsFor(this.closest<HTMLElement>('[lang]')?.lang || navigator.language);
    const line = make('p', { class: 'gone', role: 'status', tabindex: '-1' }, dismissed);
    root.replaceChildren(line);
    if (hadFocus) line.focus();
  }

  #happen(ad: Ad, event: AdEvent): void {
    if (!isFirst(ad, event)) return;
    if (event !== 'dismissed') ad.notices[event].forEach(tell);
    const options = { bubbles: true, composed: true, detail: { id: ad.id } };
    this.dispatchEvent(new CustomEvent(`parley-${event}`, options));
  }
}

if (globalThis.customElements && !customElements.get('parley-ad')) {
  // Base is HTMLElement wherever there are custom elements.
  customElements.define('parley-ad', ParleyAdElement as unknown as CustomElementConstructor);
}

declare global {
  interface HTMLElementTagNameMap {
    'parley-ad': ParleyAdElement;
  }
}
