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
