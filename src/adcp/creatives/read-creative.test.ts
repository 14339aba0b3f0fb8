import { describe, expect, test } from 'bun:test';
import { formatIdsOf, formatOptionsOf, listedFormat, sellerFormats } from './formats.ts';
import { readAd } from './read-creative.ts';

const AGENT = 'https://exchange.example/adcp/mcp';
const FORMATS = sellerFormats(AGENT);

const text = (content: unknown) => ({ asset_type: 'text', content });
const url = (to: string) => ({ asset_type: 'url', url: to });
const image = (more: object = {}) => ({
  ...{ asset_type: 'image', url: 'https://nova.example/a.png', width: 1200, height: 627 },
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
  return readAd({ creative_id: 'c1', name: 'One', assets, ...more }, found, 'creatives[0]');
}

function errorsOf(...given: Parameters<typeof read>) {
  const result = read(...given);
  if ('ad' in result) throw new Error('the creative was accepted');
  return result.errors.map(({ code, field }) => `${code} ${field}`);
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

test('a creative for a format of the reference agent is made of its assets and shown in no other', () => {
  const assets = {
    mention_text: text('Nova boots keep dry'),
    sponsored_by: text('Nova'),
    cta_url: url('https://nova.example/'),
  };
  expect(read(assets, 'native_mention')).toEqual({
    ad: {
      ...{ id: 'c1', title: 'Nova boots keep dry', sponsored: 'Nova' },
      ...{ link: 'https://nova.example/', formats: ['native_mention'] },
    },
  });
});

describe('a creative is refused', () => {
  test.each([
    [
      'without what its format needs',
      { title: LEAST.title },
      [
        'VALIDATION_ERROR creatives[0].assets.advertiser_name',
        'VALIDATION_ERROR creatives[0].assets.landing_page_url',
      ],
    ],
    [
      'with a tracker, which nobody would call',
      { ...LEAST, click_tracker: url('https://t.example/') },
      ['UNSUPPORTED_FEATURE creatives[0].assets.click_tracker'],
    ],
    [
      'with an asset that nobody would show',
      { ...LEAST, badge: text('New') },
      ['UNSUPPORTED_FEATURE creatives[0].assets.badge'],
    ],
    [
      'with a label of its own',
      { ...LEAST, sponsored_label: text('Ad') },
      ['UNSUPPORTED_FEATURE creatives[0].assets.sponsored_label'],
    ],
    [
      'with a link that is not https',
      { ...LEAST, landing_page_url: url('http://nova.example/') },
      ['VALIDATION_ERROR creatives[0].assets.landing_page_url.url'],
    ],
    [
      'with a macro in a link',
      { ...LEAST, landing_page_url: url('https://nova.example/?b={MEDIA_BUY_ID}') },
      ['UNSUPPORTED_FEATURE creatives[0].assets.landing_page_url.url'],
    ],
    [
      'with an image of the exchange itself',
      { ...LEAST, main_image: image({ url: '/images/a.png' }) },
      ['VALIDATION_ERROR creatives[0].assets.main_image.url'],
    ],
    [
      'with an image without a size',
      { ...LEAST, main_image: { asset_type: 'image', url: 'https://nova.example/a.png' } },
      [
        'VALIDATION_ERROR creatives[0].assets.main_image.width',
        'VALIDATION_ERROR creatives[0].assets.main_image.height',
      ],
    ],
    [
      'with two texts for one part',
      { ...LEAST, headline: text('Others') },
      ['VALIDATION_ERROR creatives[0].assets.title'],
    ],
    [
      'with several titles',
      { ...LEAST, title: [text('One'), text('Two')] },
      ['VALIDATION_ERROR creatives[0].assets.title'],
    ],
    [
      'with an asset of another type',
      { ...LEAST, cta: url('https://nova.example/') },
      ['VALIDATION_ERROR creatives[0].assets.cta'],
    ],
    [
      'with a text that campaigns do not take',
      { ...LEAST, cta: text('x'.repeat(41)) },
      ['VALIDATION_ERROR creatives[0].assets.cta.content'],
    ],
    [
      'with a rating that is none',
      { ...LEAST, rating: text('five stars') },
      ['VALIDATION_ERROR creatives[0].assets.rating.content'],
    ],
  ] as const)('%s', (_, assets, expected) => {
    expect(errorsOf(assets)).toEqual([...expected]);
  });

  test('with a title that is too long for its format', () => {
    const assets = { ...LEAST, mention_text: text('x'.repeat(101)), title: undefined };
    const { title: _, ...sent } = assets;
    expect(errorsOf(sent, 'native_mention')).toEqual([
      'VALIDATION_ERROR creatives[0].assets.mention_text.content',
    ]);
  });

  test.each(['localization', 'rights', 'component_assets'])(
    'with %s, which is not honoured',
    (name) => {
      expect(errorsOf(LEAST, undefined, { [name]: [{}] })).toEqual([
        `UNSUPPORTED_FEATURE creatives[0].${name}`,
      ]);
    },
  );

  test('with an id that no campaign takes', () => {
    expect(errorsOf(LEAST, undefined, { creative_id: 'a b' })).toEqual([
      'VALIDATION_ERROR creatives[0].creative_id',
    ]);
  });

  test('with a label in words of its own for what AI has made', () => {
    const disclosure = { required: true, jurisdictions: [{ label_text: 'Made by AI' }] };
    const provenance = { digital_source_type: 'trained_algorithmic_media', disclosure };
    expect(errorsOf(LEAST, undefined, { provenance })).toEqual([
      'UNSUPPORTED_FEATURE creatives[0].provenance.disclosure.jurisdictions',
    ]);
  });

  test('with a few errors, however much is wrong with it', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a${index}`, 1]));
    expect(errorsOf(many)).toHaveLength(20);
  });
});

test('what AI had to do with an ad is told of its texts and its pictures', () => {
  const made = { digital_source_type: 'trained_algorithmic_media' };
  const changed = { digital_source_type: 'composite_with_trained_algorithmic_media' };
  const camera = { digital_source_type: 'digital_capture' };
  const assets = {
    ...LEAST,
    main_image: image({ provenance: changed }),
    icon: image({ provenance: camera }),
  };
  expect(read(assets, undefined, { provenance: made })).toHaveProperty('ad.ai', {
    ...{ text: 'made', picture: 'changed' },
  });
  expect(read(assets, undefined, { provenance: camera })).toHaveProperty('ad.ai', {
    picture: 'changed',
  });
  expect(read(LEAST, undefined, { provenance: camera })).not.toHaveProperty('ad.ai');
});

describe('formats of a product', () => {
  test('are the canonical one, those that the exchange knows, and what a test made up', () => {
    const ids = formatIdsOf({ formats: ['native_mention', 'video_30s'] }, AGENT);
    expect(ids).toEqual([
      { agent_url: AGENT, id: 'native_in_feed' },
      { agent_url: 'https://creative.adcontextprotocol.org/', id: 'native_mention' },
      { agent_url: AGENT, id: 'video_30s' },
    ]);
    const options = formatOptionsOf({ formats: ['native_mention', 'video_30s'] }, AGENT);
    expect(options.map((one) => [one.format_kind, one.format_option_id])).toEqual([
      ['native_in_feed', 'native_in_feed'],
      ['native_in_feed', 'native_mention'],
    ]);
    expect(options[1]?.params.title_max_chars).toBe(100);
    expect(formatOptionsOf({ formats: ['video_30s'] }, AGENT)).toEqual([]);
  });

  test('list what they need as the exchange checks it', () => {
    const [format] = FORMATS.filter(({ id }) => id === 'native_product_card').map(listedFormat);
    const assets = format?.assets ?? [];
    const required = assets.filter((asset) => asset.required).map((asset) => asset.asset_id);
    expect(required).toEqual(['headline', 'image', 'cta_text', 'sponsored_by', 'cta_url']);
  });
});
