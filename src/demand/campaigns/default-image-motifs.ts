/** What the pictures of the sample campaigns show, each in a square of 400 by 400. */
export type Motif = {
  readonly name: string;
  readonly label: string;
  readonly colors: { readonly sky: string; readonly sun: string; readonly ground: string };
  readonly shapes: string;
};

const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const ring = (x: number, y: number, r: number, stroke: string, width: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
const box = (x: number, y: number, w: number, h: number, r: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`;

export const MOTIFS: readonly Motif[] = [
  {
    name: 'ridgeline',
    label: 'A trail shoe below a ridge',
    colors: { sky: '#dcebe6', sun: '#f4c95d', ground: '#7fb09a' },
    shapes: [
      shape('M10 250 L120 90 L190 180 L250 110 L390 250 Z', '#4f7f72'),
      shape('M120 90 L150 130 L120 145 L95 127 Z', '#f7f4ea'),
      shape(
        'M60 290 V200 Q90 215 120 190 L205 245 Q230 262 290 268 Q345 274 345 310 H60 Z',
        '#d9553f',
      ),
      shape('M52 306 H350 Q352 338 322 338 H78 Q52 338 52 306 Z', '#263238'),
      line('M128 206 L108 232 M152 222 L132 248 M176 238 L156 264', '#f7f4ea', 9),
    ].join(''),
  },
  {
    name: 'slowrail',
    label: 'A train by the sea',
    colors: { sky: '#cfe6f2', sun: '#f7b267', ground: '#2f7f9e' },
    shapes: [
      box(40, 140, 320, 150, 34, '#f7f4ea'),
      box(40, 225, 320, 40, 0, '#c8553d'),
      box(66, 165, 62, 46, 10, '#33658a'),
      box(146, 165, 62, 46, 10, '#33658a'),
      box(226, 165, 62, 46, 10, '#33658a'),
      shape('M306 165 H330 Q348 175 352 211 H306 Z', '#33658a'),
      disc(110, 298, 22, '#263238'),
      disc(200, 298, 22, '#263238'),
      disc(290, 298, 22, '#263238'),
      line('M10 330 H390', '#263238', 10),
    ].join(''),
  },
  {
    name: 'kettleby',
    label: 'A cup of coffee',
    colors: { sky: '#f3e3d0', sun: '#e9b872', ground: '#b5835a' },
    shapes: [
      ring(296, 232, 44, '#f9f6f0', 22),
      shape('M90 170 H300 V250 Q300 330 220 330 H170 Q90 330 90 250 Z', '#f9f6f0'),
      shape('M90 170 H300 V190 H90 Z', '#5b3a29'),
      box(60, 338, 270, 18, 9, '#5b3a29'),
      line('M150 140 Q130 115 150 92 Q170 70 150 46', '#8d6e63', 11),
      line('M200 140 Q180 115 200 92 Q220 70 200 46', '#8d6e63', 11),
      line('M250 140 Q230 115 250 92 Q270 70 250 46', '#8d6e63', 11),
    ].join(''),
  },
  {
    name: 'planwright',
    label: 'A board with tasks',
    colors: { sky: '#e4e3f5', sun: '#b8b5e8', ground: '#8f8bd0' },
    shapes: [
      box(40, 70, 320, 250, 22, '#fbfaff'),
      box(62, 98, 84, 196, 12, '#ecebf8'),
      box(158, 98, 84, 196, 12, '#ecebf8'),
      box(254, 98, 84, 196, 12, '#ecebf8'),
      box(72, 110, 64, 42, 8, '#5b56b8'),
      box(72, 162, 64, 42, 8, '#f2a65a'),
      box(72, 214, 64, 42, 8, '#5b56b8'),
      box(168, 110, 64, 42, 8, '#f2a65a'),
      box(168, 162, 64, 42, 8, '#5b56b8'),
      box(264, 110, 64, 42, 8, '#4caf8b'),
      line('M280 131 L292 143 L314 120', '#ffffff', 8),
    ].join(''),
  },
  {
    name: 'harborside',
    label: 'A house under an umbrella',
    colors: { sky: '#d7e5ee', sun: '#f2d7a0', ground: '#6c94ac' },
    shapes: [
      shape(
        'M30 190 Q50 60 200 60 Q350 60 370 190 Q335 165 300 190 Q250 160 200 190 Q150 160 100 190 Q65 165 30 190 Z',
        '#1f4e6b',
      ),
      line('M200 60 V40', '#1f4e6b', 12),
      line('M200 190 V340 Q200 368 172 368 Q148 368 148 346', '#263238', 10),
      shape('M230 345 V270 L285 226 L340 270 V345 Z', '#f7f4ea'),
      shape('M218 280 L285 222 L352 280 L340 292 L285 246 L230 292 Z', '#d9553f'),
      box(270, 296, 32, 49, 4, '#1f4e6b'),
    ].join(''),
  },
  {
    name: 'parlance',
    label: 'Two speech bubbles',
    colors: { sky: '#e3f1dd', sun: '#ffd166', ground: '#8fbf7f' },
    shapes: [
      shape(
        'M60 70 H250 Q280 70 280 100 V180 Q280 210 250 210 H140 L96 256 V210 H60 Q30 210 30 180 V100 Q30 70 60 70 Z',
        '#2a6f4e',
      ),
      shape(
        'M170 180 H340 Q370 180 370 210 V280 Q370 310 340 310 H322 V352 L278 310 H170 Q140 310 140 280 V210 Q140 180 170 180 Z',
        '#fdfcf7',
      ),
      line('M75 118 H230 M75 156 H180', '#fdfcf7', 14),
      disc(205, 245, 13, '#ef8354'),
      disc(255, 245, 13, '#ef8354'),
      disc(305, 245, 13, '#ef8354'),
    ].join(''),
  },
  {
    name: 'saltpan',
    label: 'A pan with vegetables',
    colors: { sky: '#fbe9d7', sun: '#f6bd60', ground: '#d9a066' },
    shapes: [
      box(272, 196, 122, 26, 13, '#5b3a29'),
      disc(165, 210, 138, '#2f3e46'),
      disc(165, 210, 114, '#415a63'),
      disc(125, 175, 34, '#e4572e'),
      disc(125, 175, 18, '#f08a5d'),
      disc(205, 250, 38, '#f3c969'),
      disc(205, 250, 16, '#fff3cf'),
      shape('M175 160 Q215 110 245 160 Q225 200 175 160 Z', '#76b041'),
      shape('M85 245 Q120 215 150 255 Q120 290 85 245 Z', '#76b041'),
      disc(225, 190, 14, '#e4572e'),
    ].join(''),
  },
  {
    name: 'nocturne',
    label: 'Headphones before the moon',
    colors: { sky: '#23233f', sun: '#f2e9d0', ground: '#3a3a66' },
    shapes: [
      line('M70 250 V200 Q70 70 200 70 Q330 70 330 200 V250', '#e8e6f5', 26),
      box(44, 220, 76, 120, 32, '#ff7f6b'),
      box(280, 220, 76, 120, 32, '#ff7f6b'),
      box(100, 236, 26, 88, 12, '#12122b'),
      box(274, 236, 26, 88, 12, '#12122b'),
      line('M172 250 V300 M200 225 V325 M228 250 V300', '#8f8bd0', 12),
    ].join(''),
  },
  {
    name: 'burrow',
    label: 'A bowl with a paw print',
    colors: { sky: '#fde7e0', sun: '#f9c6a9', ground: '#e09f7d' },
    shapes: [
      shape(
        'M80 190 Q90 130 140 150 Q160 100 205 132 Q250 100 268 150 Q318 132 322 190 Z',
        '#8d5b3f',
      ),
      shape('M50 190 H350 L322 318 Q318 336 298 336 H102 Q82 336 78 318 Z', '#3d7ea6'),
      shape('M38 184 H362 V210 H38 Z', '#2d6485'),
      disc(200, 285, 26, '#fdf6ec'),
      disc(162, 256, 13, '#fdf6ec'),
      disc(187, 239, 14, '#fdf6ec'),
      disc(214, 239, 14, '#fdf6ec'),
      disc(239, 256, 13, '#fdf6ec'),
    ].join(''),
  },
  {
    name: 'volterra',
    label: 'An electric bike',
    colors: { sky: '#d9f0f0', sun: '#f8d95b', ground: '#66b2a6' },
    shapes: [
      ring(105, 260, 78, '#263238', 14),
      ring(305, 260, 78, '#263238', 14),
      line('M105 260 L165 160 H275 L190 260 Z M165 160 L190 260 M275 160 L305 260', '#e4572e', 14),
      line('M275 160 L262 116 H300 M165 160 L155 128 M132 128 H178', '#263238', 14),
      shape('M206 172 L184 214 H204 L194 250 L232 202 H210 L222 172 Z', '#f8d95b'),
      disc(190, 260, 15, '#263238'),
    ].join(''),
  },
  {
    name: 'inkwell',
    label: 'An open book',
    colors: { sky: '#efe6f3', sun: '#e5c6d8', ground: '#a98bb5' },
    shapes: [
      shape('M30 110 Q120 70 200 120 V330 Q120 285 30 318 Z', '#fdfaf4'),
      shape('M370 110 Q280 70 200 120 V330 Q280 285 370 318 Z', '#f3ecdf'),
      shape(
        'M20 120 L30 110 V318 Q120 285 200 330 Q280 285 370 318 V110 L380 120 V336 Q280 304 200 350 Q120 304 20 336 Z',
        '#5d3a6e',
      ),
      line(
        'M62 150 Q120 130 168 158 M62 192 Q120 172 168 200 M62 234 Q120 214 168 242',
        '#c9b8d1',
        9,
      ),
      line('M338 150 Q280 130 232 158 M338 192 Q280 172 232 200', '#c9b8d1', 9),
      shape('M290 85 H322 V182 L306 166 L290 182 Z', '#d9553f'),
    ].join(''),
  },
  {
    name: 'hedgerow',
    label: 'A young tree',
    colors: { sky: '#e2f0e6', sun: '#f5d76e', ground: '#9cc48f' },
    shapes: [
      line('M200 340 V190', '#6d4c41', 22),
      line('M200 262 L150 214 M200 240 L248 196', '#6d4c41', 14),
      disc(140, 178, 62, '#4d8b57'),
      disc(262, 166, 66, '#4d8b57'),
      disc(200, 116, 80, '#63a86b'),
      disc(176, 98, 14, '#8cc98f'),
      disc(226, 132, 11, '#8cc98f'),
      disc(256, 186, 10, '#63a86b'),
      shape('M110 346 Q200 300 290 346 Z', '#6d4c41'),
    ].join(''),
  },
];
