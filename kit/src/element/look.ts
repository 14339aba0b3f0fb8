/**
 * What a person can see of a card:
 * - `shown`: its label and its advertiser have their place, as far as this can be known.
 * - `hidden`: nothing of it, so nobody is deceived either.
 * - `covered`: the ad, but not its label, which something covers or cuts off here and now.
 * - `stripped`: the ad, but not its label or its advertiser.
 */
export type Look = 'shown' | 'hidden' | 'covered' | 'stripped';

/** Less than this can be seen through. */
const OPACITY_MIN = 0.5;
/** A label of less height than this, of 20, cannot be read. */
const LABEL_HEIGHT_PX_MIN = 8;
/** Where along an element is looked whether it can be seen, in parts of its width. */
const POINTS = [0.1, 0.5, 0.9];

export function lookAt(card: Element): Look {
  const [label, advertiser, title] = ['.label', '.advertiser', '.title'].map((name) =>
    card.querySelector(name),
  );
  if (!label || !advertiser || !title || !isVisible(card)) return 'hidden';
  if (!isVisible(label) || !isVisible(advertiser)) return 'stripped';
  if (label.getBoundingClientRect().height < LABEL_HEIGHT_PX_MIN) return 'stripped';
  const unseen = pointsOf(label).filter((point) => !isHit(card, point));
  if (unseen.every((point) => isScrolledAway(card, point))) return 'shown';
  if (!unseen.every(isOnScreen)) return isOffPage(card) ? 'hidden' : 'stripped';
  // What covers title and label alike, such as a dialog, is not about the label.
  return pointsOf(title).some((point) => isHit(card, point)) ? 'covered' : 'shown';
}

/** It has a box, and neither it nor what it is in is transparent. */
function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return false;
  if (getComputedStyle(element).visibility !== 'visible') return false;
  let opacity = 1;
  for (let one: Element | null = element; one !== null; one = parentOf(one)) {
    const style = getComputedStyle(one);
    if (style.contentVisibility === 'hidden') return false;
    opacity *= Number(style.opacity);
  }
  return opacity >= OPACITY_MIN;
}

/** What an element is drawn in, out of shadow trees too. */
function parentOf(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

type Point = { readonly x: number; readonly y: number };

function pointsOf(element: Element): readonly Point[] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return POINTS.map((part) => ({ x: left + width * part, y: top + height / 2 }));
}

function isOnScreen({ x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

/** Whether the ad is what is seen at this place: in its own tree, and in each around it. */
function isHit(card: Element, { x, y }: Point): boolean {
  let inner: Element = card;
  for (let root = inner.getRootNode(); root instanceof ShadowRoot; root = inner.getRootNode()) {
    inner = root.host;
    const outer = inner.getRootNode();
    if (!(outer instanceof ShadowRoot || outer instanceof Document)) return false;
    if (outer.elementFromPoint(x, y) !== inner) return false;
  }
  return true;
}

/** Whether somebody only has to scroll, the page or a list in it, to get there. */
function isScrolledAway(card: Element, { x, y }: Point): boolean {
  for (let box = parentOf(card); box !== null; box = parentOf(box)) {
    const style = getComputedStyle(box);
    const isPage = box === document.scrollingElement;
    if (!isPage && !/auto|scroll/.test(style.overflow)) continue;
    const { left, top, right, bottom } = isPage
      ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
      : box.getBoundingClientRect();
    const isUpward = style.flexDirection === 'column-reverse';
    const [above, below] = roomOf(box.scrollTop, box.scrollHeight - box.clientHeight, isUpward);
    const isLeftward = style.direction === 'rtl';
    const [before, after] = roomOf(box.scrollLeft, box.scrollWidth - box.clientWidth, isLeftward);
    if ((y < top && above > 0) || (y >= bottom && below > 0)) return true;
    if ((x < left && before > 0) || (x >= right && after > 0)) return true;
  }
  return false;
}

/** How far one can scroll back and on. Where a list begins at its end, positions are negative. */
function roomOf(position: number, whole: number, isReversed: boolean): readonly [number, number] {
  const done = Math.abs(position);
  return isReversed ? [whole - done, done] : [done, whole - done];
}

function isOffPage(card: Element): boolean {
  return pointsOf(card).every((point) => !isOnScreen(point) && !isScrolledAway(card, point));
}

/**
 * The card's style, as a sheet that a strict content security policy has nothing against.
 *
 * An important rule in a shadow tree wins over every rule of the page, its important ones and those of the style attribute
 * too. What the label is made of, and what could cut it off, is closed in this way; what hides the whole ad is not.
 */
export const STYLE = `
/* A page's own variables may have plain names, and may be what ours are set to. */
:host {
  display: block;
  width: 100%;
  max-width: 34rem;
  container-type: inline-size;
  --_background: var(--parley-background, light-dark(#fff, #1c1d21));
  --_text: var(--parley-text, light-dark(#17181c, #f1f2f4));
  --_muted: var(--parley-muted, light-dark(#5d626c, #a5abb6));
  --_border: var(--parley-border, light-dark(#dfe2e7, #35373d));
  --_accent: var(--parley-accent, light-dark(#2457d6, #9ab8ff));
  --_on-accent: var(--parley-on-accent, light-dark(#fff, #0d1b3e));
  --_soft: color-mix(in srgb, var(--_text) 6%, var(--_background));
  --_radius: var(--parley-radius, 14px);
  color: var(--_text);
  font: 400 15px/1.45 var(--parley-font, inherit);
  text-align: start;
}
:host, .card {
  height: auto !important;
  max-height: none !important;
  clip: auto !important;
  clip-path: none !important;
  mask: none !important;
  content-visibility: visible !important;
}
:host([hidden]) { display: none !important }
::before, ::after { content: none !important }
:host([theme=light]) { color-scheme: light }
:host([theme=dark]) { color-scheme: dark }
* { box-sizing: border-box; margin: 0 }
.card {
  position: relative !important;
  /* The label is above the card, and not above the page. */
  isolation: isolate !important;
  overflow: hidden !important;
  background: var(--_background);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
}
header {
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 8px 6px 8px 14px;
  padding-inline: 14px 6px;
  font-size: 12.5px;
  color: var(--_muted);
}
.icon { width: 20px; height: 20px; border-radius: 5px; flex: none }
/* Above all that a page can put over it in the card; a click on it is one on the link below. */
.label {
  all: initial !important;
  position: relative !important;
  z-index: 2147483647 !important;
  flex: none !important;
  visibility: inherit !important;
  pointer-events: none !important;
  color-scheme: inherit !important;
  padding: 1px 7px !important;
  border-radius: 99px !important;
  background: light-dark(#f1f1f2, #2a2b2f) !important;
  color: light-dark(#17181c, #f1f2f4) !important;
  font: 600 12.5px/1.45 system-ui, sans-serif !important;
  white-space: nowrap !important;
}
.advertiser { z-index: 0 !important; flex: 1; min-width: 0; overflow-wrap: anywhere; color: var(--_text); font-weight: 500 }
button {
  position: relative;
  z-index: 1;
  flex: none;
  min-height: 28px;
  padding: 0 8px;
  border: 0;
  border-radius: 8px;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
}
button:hover { background: var(--_soft); color: var(--_text) }
.dismiss { min-width: 28px; padding: 0; font-size: 18px; line-height: 1 }
.content { isolation: isolate; display: grid; gap: 12px; padding: 0 14px 14px }
.picture { border-radius: calc(var(--_radius) - 5px); overflow: hidden; background: var(--_soft) }
.main { display: block; width: 100%; height: auto; max-height: 220px; object-fit: cover }
.texts { display: grid; gap: 6px; align-content: start; justify-items: start; min-width: 0 }
.title {
  color: inherit;
  font-weight: 650;
  font-size: 16px;
  line-height: 1.3;
  text-decoration: none;
  overflow-wrap: anywhere;
}
.title::after {
  all: initial !important;
  content: "" !important;
  cursor: pointer !important;
  position: absolute !important;
  inset: 0 !important;
  border-radius: var(--_radius) !important;
}
.card:has(.title:hover) .title { text-decoration: underline; text-underline-offset: 2px }
.text { color: var(--_muted); font-size: 14px; overflow-wrap: anywhere }
.facts { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 8px; font-size: 14px }
.facts s { color: var(--_muted) }
.rating { color: light-dark(#a15c00, #f5b945); font-size: 13px }
footer {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 6px;
  width: 100%;
  margin-top: 4px;
}
.why { margin-inline: -8px; color: var(--_muted); font-size: 12.5px }
.action {
  padding: 6px 14px;
  border-radius: 9px;
  background: var(--_accent);
  color: var(--_on-accent);
  font-size: 14px;
  font-weight: 600;
}
.reasons {
  position: relative;
  z-index: 1 !important;
  display: grid;
  gap: 6px;
  padding: 12px 14px;
  border-top: 1px solid var(--_border);
  background: var(--_soft);
  font-size: 13px;
}
.reasons[hidden] { display: none }
dl { display: grid; gap: 3px; padding: 0 }
dl div { display: flex; gap: 8px }
dt { flex: none; min-width: 5.5em; color: var(--_muted) }
dd { min-width: 0; overflow-wrap: anywhere }
.gone { padding: 4px 2px; color: var(--_muted); font-size: 12.5px }
.feedback { display: flex; flex-wrap: wrap; gap: 2px; margin-inline-start: -8px; color: var(--_muted); font-size: 12.5px }
.feedback [hidden] { display: none }
.feedback div { display: flex; flex-wrap: wrap; gap: 2px; width: 100% }
.feedback button { text-align: start }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: -2px }
.title:focus-visible::after {
  outline: 2px solid var(--_accent) !important;
  outline-offset: -2px !important;
}
.title:focus-visible { outline: none }
/* Two labels leave no room for a name: it has the next line, with the button. */
@container (max-width: 429px) {
  header:has(.ai) { flex-wrap: wrap }
  header:has(.ai) .advertiser { flex-basis: calc(100% - 36px) }
}
@container (min-width: 430px) {
  .content:has(.picture) { grid-template-columns: minmax(0, 42%) minmax(0, 1fr); gap: 14px }
  .picture { display: grid; align-self: start }
}
@media (prefers-reduced-motion: no-preference) {
  .card { animation: appear .25s ease-out }
  @keyframes appear { from { translate: 0 4px } }
}
@media (forced-colors: active) {
  .action { border: 1px solid }
}
`;
