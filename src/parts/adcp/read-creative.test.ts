import { expect, test } from 'bun:test';
import { attempt, Refused } from './errors.ts';
import { sellerFormats } from './formats.ts';
import { readAd } from './read-creative.ts';
import { listedFormat } from './wire/writer.ts';

const FORMATS = sellerFormats('https://exchange.example/adcp/mcp');

const text = (content: unknown) => ({ asset_type: 'text', content });
const url = (to: string) => ({ asset_type: 'url', url: to });
const image = (more: object = {}) => ({
  asset_type: 'image',
  url: 'https://nova.example/a.png',
  width: 1200,
  height: 627,
  ...more,
});

const LEAST = {
  title: text('Boots'),
  advertiser_name: text('Nova'),
  landing_page_url: url('https://nova.example/'),
};

function read(assets: object, format = 'native_in_feed', more: object = {}) {
  const found = FORMATS.find(({ id }) => id === format);
  if (found === undefined) throw new Error(`there is no format ${format}`);
  const sent = { creative_id: 'c1', name: 'One', assets, ...more };
  const ad = attempt(() => readAd(sent, found, 'creatives[0]'));
  return ad instanceof Refused ? { errors: ad.errors } : { ad };
}

test('every part of an ad is read from the slot of native_in_feed', () => {
  const assets = {
    ...LEAST,
    body_text: text('Waterproof.'),
    main_image: [image(), image({ url: 'https://nova.example/b.png', mime_type: 'image/png' })],
    icon: image({ width: 100, height: 100 }),
    cta: text('Shop now'),
    display_url: text('nova.example'),
    rating: text('4.5'),
    price: text('$129.00'),
    saleprice: text('$99.00'),
  };
  expect(read(assets)).toEqual({
    ad: {
      id: 'c1',
      title: 'Boots',
      description: 'Waterproof.',
      sponsored: 'Nova',
      cta: 'Shop now',
      link: 'https://nova.example/',
      images: [
        { url: 'https://nova.example/a.png', w: 1200, h: 627 },
        { url: 'https://nova.example/b.png', w: 1200, h: 627, mime: 'image/png' },
      ],
      icons: [{ url: 'https://nova.example/a.png', w: 100, h: 100 }],
      price: '$129.00',
      salePrice: '$99.00',
      rating: 4.5,
      displayUrl: 'nova.example',
    },
  });
});

const MENTION = {
  mention_text: text('Nova boots keep dry'),
  sponsored_by: text('Nova'),
  cta_url: url('https://nova.example/'),
};

test('a creative for a format of the reference agent is made of its assets and shown in no other', () => {
  expect(read(MENTION, 'native_mention')).toHaveProperty('ad', {
    id: 'c1',
    title: 'Nova boots keep dry',
    sponsored: 'Nova',
    link: 'https://nova.example/',
    formats: ['native_mention'],
  });
});

const WRONG = 'VALIDATION_ERROR';
const UNSUPPORTED = 'UNSUPPORTED_FEATURE';
const MACRO = url('https://nova.example/?b={MEDIA_BUY_ID}');
const WORDS = { required: true, jurisdictions: [{ label_text: 'Made by AI' }] };
const IN_WORDS = { digital_source_type: 'trained_algorithmic_media', disclosure: WORDS };

/** The code, the field, what is wrong in the assets of a creative, and what is wrong beside them. */
const REFUSED: readonly (readonly [string, string, object, object?])[] = [
  [WRONG, 'assets.advertiser_name', { advertiser_name: undefined }],
  [UNSUPPORTED, 'assets.click_tracker', { click_tracker: url('https://t.example/') }],
  [UNSUPPORTED, 'assets.badge', { badge: text('New') }],
  [UNSUPPORTED, 'assets.sponsored_label', { sponsored_label: text('Ad') }],
  [WRONG, 'assets.landing_page_url.url', { landing_page_url: url('http://nova.example/') }],
  [UNSUPPORTED, 'assets.landing_page_url.url', { landing_page_url: MACRO }],
  [WRONG, 'assets.main_image.url', { main_image: image({ url: '/images/a.png' }) }],
  [WRONG, 'assets.main_image.height', { main_image: image({ height: undefined }) }],
  [WRONG, 'assets.title', { headline: text('Others') }],
  [WRONG, 'assets.title', { title: [text('One'), text('Two')] }],
  [WRONG, 'assets.cta', { cta: url('https://nova.example/') }],
  [WRONG, 'assets.cta.content', { cta: text('x'.repeat(41)) }],
  [WRONG, 'assets.rating.content', { rating: text('five stars') }],
  [UNSUPPORTED, 'localization', {}, { localization: [{}] }],
  [UNSUPPORTED, 'rights', {}, { rights: [{}] }],
  [UNSUPPORTED, 'component_assets', {}, { component_assets: [{}] }],
  [WRONG, 'creative_id', {}, { creative_id: 'a b' }],
  [UNSUPPORTED, 'provenance.disclosure.jurisdictions', {}, { provenance: IN_WORDS }],
];

for (const [code, field, assets, more] of REFUSED) {
  test(`a creative is refused with ${code} at ${field}: ${JSON.stringify(assets)}`, () => {
    const sent = JSON.parse(JSON.stringify({ ...LEAST, ...assets }));
    const [error, ...others] = errorsOf(read(sent, undefined, more));
    expect([error?.code, error?.field, others]).toEqual([code, `creatives[0].${field}`, []]);
  });
}

function errorsOf(result: ReturnType<typeof read>) {
  if ('ad' in result) throw new Error('the creative was accepted');
  return result.errors;
}

test('a title that is too long for its format is refused, and of many errors a few are told', () => {
  const long = read({ ...MENTION, mention_text: text('x'.repeat(101)) }, 'native_mention');
  expect(errorsOf(long)).toMatchObject([{ field: 'creatives[0].assets.mention_text.content' }]);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a${index}`, 1]));
  expect(errorsOf(read(many))).toHaveLength(20);
});

test('what AI had to do with an ad is told of its texts and its pictures', () => {
  const by = (kind: string) => ({ provenance: { digital_source_type: kind } });
  const main_image = image(by('composite_with_trained_algorithmic_media'));
  const assets = { ...LEAST, main_image, icon: image(by('digital_capture')) };
  const made = by('trained_algorithmic_media');
  expect(read(assets, undefined, made)).toHaveProperty('ad.ai', {
    text: 'made',
    picture: 'changed',
  });
  expect(read(assets)).toHaveProperty('ad.ai', { picture: 'changed' });
  expect(read(LEAST, undefined, by('digital_capture'))).not.toHaveProperty('ad.ai');
});

test('a listed format needs what the exchange checks', () => {
  const [format] = FORMATS.filter(({ id }) => id === 'native_product_card').map(listedFormat);
  const required = (format?.assets ?? []).filter((asset) => asset.required);
  expect(required.map((asset) => asset.asset_id)).toEqual([
    'headline',
    'image',
    'cta_text',
    'sponsored_by',
    'cta_url',
  ]);
});
