/** Pictures of the sample campaigns, drawn when asked for: flat colours, one simple shape each. */

type Picture = { readonly hue: number; readonly shape: string };

/** Shapes are drawn around the centre, in the colour that `fill` gives them. */
const PICTURES: Readonly<Record<string, Picture>> = {
  shoe: {
    hue: 18,
    shape:
      '<path d="M-260 60 L-60 60 Q0-80 60-120 L140-40 Q220 20 280 40 Q300 120 240 130 L-250 130 Z"/>',
  },
  mountain: { hue: 205, shape: '<path d="M-320 170 L-90-190 L30-10 L110-120 L330 170 Z"/>' },
  cup: {
    hue: 28,
    shape:
      '<path d="M-170-120 H130 V40 Q130 150 20 150 H-60 Q-170 150 -170 40 Z"/><path d="M130-80 Q240-80 240 0 Q240 80 130 80 V40 Q190 40 190 0 Q190-40 130-40 Z"/>',
  },
  board: {
    hue: 250,
    shape:
      '<rect x="-260" y="-160" width="150" height="320" rx="18"/><rect x="-75" y="-160" width="150" height="220" rx="18"/><rect x="110" y="-160" width="150" height="270" rx="18"/>',
  },
  shield: {
    hue: 150,
    shape: '<path d="M0-210 L190-140 V20 Q190 150 0 220 Q-190 150 -190 20 V-140 Z"/>',
  },
  speech: {
    hue: 330,
    shape:
      '<path d="M-240-160 H240 Q270-160 270-130 V70 Q270 100 240 100 H-40 L-140 200 V100 H-240 Q-270 100 -270 70 V-130 Q-270-160 -240-160 Z"/>',
  },
  bowl: {
    hue: 95,
    shape:
      '<path d="M-260-40 H260 Q250 170 0 170 Q-250 170 -260-40 Z"/><circle cx="-70" cy="-90" r="60"/><circle cx="70" cy="-100" r="70"/>',
  },
  headphones: {
    hue: 275,
    shape:
      '<path d="M-220 60 Q-220-200 0-200 Q220-200 220 60 H170 Q170-150 0-150 Q-170-150 -170 60 Z"/><rect x="-240" y="40" width="100" height="160" rx="40"/><rect x="140" y="40" width="100" height="160" rx="40"/>',
  },
  paw: {
    hue: 45,
    shape:
      '<ellipse cy="90" rx="130" ry="105"/><circle cx="-150" cy="-40" r="58"/><circle cx="-55" cy="-120" r="62"/><circle cx="55" cy="-120" r="62"/><circle cx="150" cy="-40" r="58"/>',
  },
  bike: {
    hue: 175,
    shape:
      '<circle cx="-170" cy="70" r="110" fill="none" stroke-width="28"/><circle cx="170" cy="70" r="110" fill="none" stroke-width="28"/><path d="M-170 70 L-50-100 H110 L170 70 M-50-100 L0 70 L110-100" fill="none" stroke-width="28"/>',
  },
  book: {
    hue: 5,
    shape:
      '<path d="M-280-150 Q-140-190 -15-130 V180 Q-140 120 -280 160 Z"/><path d="M280-150 Q140-190 15-130 V180 Q140 120 280 160 Z"/>',
  },
  house: { hue: 220, shape: '<path d="M0-200 L260 10 H190 V180 H-190 V10 H-260 Z"/>' },
};

const SIZES: Readonly<Record<string, { readonly w: number; readonly h: number }>> = {
  wide: { w: 1200, h: 627 },
  square: { w: 1200, h: 1200 },
};

const PATH = /^\/images\/([a-z]+)-(wide|square)\.svg$/;

/** The SVG text for a path like `/images/shoe-wide.svg`. */
export function findDefaultImage(path: string): string | undefined {
  const [, name = '', form = ''] = PATH.exec(path) ?? [];
  const picture = Object.hasOwn(PICTURES, name) ? PICTURES[name] : undefined;
  const size = SIZES[form];
  return picture === undefined || size === undefined ? undefined : draw(picture, size.w, size.h);
}

function draw({ hue, shape }: Picture, w: number, h: number): string {
  const colour = `hsl(${hue},48%,42%)`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${-w / 2} ${-h / 2} ${w} ${h}">`,
    `<rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" fill="hsl(${hue},45%,91%)"/>`,
    `<circle cx="${w / 3}" cy="${-h / 4}" r="${h / 3}" fill="hsl(${hue},42%,85%)"/>`,
    `<g fill="${colour}" stroke="${colour}" stroke-width="0">${shape}</g>`,
    '</svg>',
  ].join('');
}
