import '../../src/element.ts';

const events: string[] = [];

/** Puts an ad into the page; what happened to it is in `happened`, in order. */
function append(ad: unknown, attributes: Readonly<Record<string, string>> = {}): void {
  const element = document.createElement('parley-ad');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const event of ['drawn', 'viewable', 'clicked', 'dismissed', 'reported', 'unwanted']) {
    element.addEventListener(`parley-${event}`, () => events.push(event));
  }
  element.ad = ad;
  document.querySelector('main')?.append(element);
}

/** The page's own style: a sheet of this kind is not held back by the policy. */
function setStyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

Object.assign(globalThis, { show: append, happened: events, restyle: setStyle });

declare global {
  var happened: string[];
  var restyle: (css: string) => void;
  var show: (ad: unknown, attributes?: Readonly<Record<string, string>>) => void;
}
