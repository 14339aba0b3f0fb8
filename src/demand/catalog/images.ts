import type { Product } from './products.ts';

/** Draws the pictures of the products on request: flat colours and the brand's initials. */

export const IMAGE_SIDE = 1200;
export const IMAGE_CONTENT_TYPE = 'image/svg+xml';
export const IMAGE_MAX_AGE_SEC = 24 * 3600;

export function imagePath({ id }: Pick<Product, 'id'>): string {
  return `/images/${id}.svg`;
}

/** Maps a path like `/images/run-001.svg` to the SVG text. */
export function createFindImage(products: readonly Product[]) {
  const productByPath = new Map(products.map((product) => [imagePath(product), product]));
  return (path: string): string | undefined => {
    const product = productByPath.get(path);
    return product === undefined ? undefined : drawProduct(product);
  };
}

/** Shapes around the centre. `fill` sets their colour. */
const SHAPES = [
  '<circle r="380"/>',
  '<rect x="-350" y="-350" width="700" height="700" rx="150"/>',
  '<path d="M0-420 364-210V210L0 420-364 210V-210Z"/>',
  '<rect x="-300" y="-300" width="600" height="600" rx="90" transform="rotate(45)"/>',
  '<ellipse rx="430" ry="330"/>',
];

/** The category sets the colour and the product sets the shape, so that pictures look related but differ. */
function drawProduct({ id, brand, category }: Product): string {
  const hue = hash(category) % 360;
  const shape = SHAPES[hash(id) % SHAPES.length] ?? '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${IMAGE_SIDE}" height="${IMAGE_SIDE}" viewBox="-600 -600 1200 1200">`,
    `<rect x="-600" y="-600" width="1200" height="1200" fill="hsl(${hue},42%,90%)"/>`,
    `<path d="M-600 260Q0 120 600 260V600H-600Z" fill="hsl(${hue},38%,82%)"/>`,
    `<g fill="hsl(${hue},46%,42%)">${shape}</g>`,
    `<text y="105" font-family="system-ui,sans-serif" font-size="300" font-weight="600" text-anchor="middle" fill="#fff">${initials(brand)}</text>`,
    '</svg>',
  ].join('');
}

/** Letters only, so that a brand's name cannot inject markup. */
function initials(brand: string): string {
  return (brand.match(/\p{Letter}+/gu) ?? [])
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
}

/** FNV-1a: the same picture on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}
