import motifs from './default-motifs.json';

/** What the pictures of the sample campaigns show, each in a square with this side. */
type Motif = (typeof motifs)[number];
const MOTIF_SIDE = 400;

type Frame = { readonly suffix: string; readonly w: number; readonly h: number };

const FRAMES: readonly Frame[] = [
  { suffix: 'wide', w: 1200, h: 627 },
  { suffix: 'square', w: 1200, h: 1200 },
  { suffix: 'icon', w: 200, h: 200 },
];

const IMAGES: ReadonlyMap<string, string> = new Map(
  motifs.flatMap((motif) =>
    FRAMES.map((frame): [string, string] => [`${motif.name}-${frame.suffix}`, draw(motif, frame)]),
  ),
);

/** The picture of a sample campaign as SVG text: `ridgeline-wide` for `/images/ridgeline-wide.svg`. */
export function defaultImage(name: string): string | undefined {
  return IMAGES.get(name);
}

/** A motif in the middle, on its ground, before a low sun. */
function draw({ colors, shapes, label }: Motif, { w, h }: Frame): string {
  const { sky, sun, ground } = colors;
  const scale = round((Math.min(w, h) * 0.72) / MOTIF_SIDE);
  const left = round((w - MOTIF_SIDE * scale) / 2);
  const top = round((h - MOTIF_SIDE * scale) / 2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img">`,
    `<title>${label}</title>`,
    `<rect width="${w}" height="${h}" fill="${sky}"/>`,
    `<circle cx="${round(w * 0.78)}" cy="${round(h * 0.3)}" r="${round(h * 0.34)}" fill="${sun}"/>`,
    `<ellipse cx="${round(w * 0.42)}" cy="${round(h * 1.08)}" rx="${round(w * 0.85)}" ry="${round(h * 0.36)}" fill="${ground}"/>`,
    `<g transform="translate(${left} ${top}) scale(${scale})">${shapes.join('')}</g>`,
    '</svg>',
  ].join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
