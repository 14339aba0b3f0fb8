import { isRecord, listOf, numberIn, safeHost, safeText, safeUrl } from './safe-text.ts';

/** An ad that is ready to be drawn: plain texts, http(s) addresses, known sizes. It survives JSON. */
export type Ad = {
  readonly id: string;
  readonly title: string;
  /** Who pays for it. Always shown. */
  readonly advertiser: string;
  /** Who paid for it and on whose behalf it is shown, where the bid says so (`ext.dsa`). */
  readonly payer: string | null;
  readonly behalf: string | null;
  readonly domain: string | null;
  /** The id of the campaign, where the bid has one. */
  readonly campaign: string | null;
  readonly text: string | null;
  readonly action: string | null;
  readonly link: string;
  readonly price: string | null;
  readonly salePrice: string | null;
  readonly rating: number | null;
  readonly image: Picture | null;
  readonly icon: Picture | null;
  /** The id of the format it was sold as, like `native_product_card`. */
  readonly format: string | null;
  /** Whether it was bought in test mode, where nothing is billed. */
  readonly isTest: boolean;
  /** What AI had to do with it; null where nobody has said anything. */
  readonly ai: AdAi | null;
  readonly why: Why;
  readonly notices: Notices;
};

export type AdAi = {
  readonly text: AiPart;
  readonly picture: AiPart;
  /** Whether the card says so: the exchange decides it by the law of the country. */
  readonly label: boolean;
};

type AiPart = 'made' | 'changed' | null;

export type Picture = { readonly url: string; readonly w: number; readonly h: number };

/** The signals that were sent for this ad, for "Why this ad?". */
export type Why = {
  readonly keywords: readonly string[];
  readonly price: {
    readonly min?: number;
    readonly max?: number;
    readonly currency?: string;
  } | null;
  readonly intent: string | null;
  readonly sentiment: string | null;
  readonly stage: string | null;
  /**
   * The person's network address: not sent, sent to an exchange that by the signals of the request passes on a part of it
   * alone, or sent. Null where nobody knows.
   */
  readonly address: (typeof ADDRESSES)[number] | null;
};

const ADDRESSES = ['unsent', 'shortened', 'sent'] as const;

/** What to call when something happens to the ad. */
export type Notices = {
  readonly drawn: readonly Notice[];
  readonly viewable: readonly Notice[];
  readonly clicked: readonly Notice[];
  /** What somebody says of the ad is added to the URL: `k=hide`, `k=advertiser` or `k=report&r=<reason>`. */
  readonly feedback: readonly Notice[];
};

/** The exchange takes POST, so a beacon may carry its notices; others expect an image to be loaded. */
export type Notice = { readonly url: string; readonly by: 'beacon' | 'image' };

const LENGTH_MAX = {
  title: 120,
  advertiser: 60,
  payer: 100,
  text: 300,
  action: 30,
  price: 24,
  name: 64,
};
const NOTICES_MAX = 20;
const KEYWORDS_MAX = 10;

/** Checks and bounds what claims to be an ad; null where it could not be shown honestly. */
export function readAd(value: unknown): Ad | null {
  if (!isRecord(value)) return null;
  const title = safeText(value.title, LENGTH_MAX.title);
  const advertiser = safeText(value.advertiser, LENGTH_MAX.advertiser);
  const link = safeUrl(value.link);
  if (title === null || advertiser === null || link === null) return null;
  return {
    id: safeText(value.id, LENGTH_MAX.name) ?? link.slice(0, LENGTH_MAX.name),
    title,
    advertiser,
    link,
    payer: safeText(value.payer, LENGTH_MAX.payer),
    behalf: safeText(value.behalf, LENGTH_MAX.payer),
    domain: safeHost(value.domain),
    campaign: readCampaign(value.campaign),
    text: safeText(value.text, LENGTH_MAX.text),
    action: safeText(value.action, LENGTH_MAX.action),
    price: safeText(value.price, LENGTH_MAX.price),
    salePrice: safeText(value.salePrice, LENGTH_MAX.price),
    rating: numberIn(value.rating, 0.1, 5),
    image: readPicture(value.image, WIDE),
    icon: readPicture(value.icon, SQUARE),
    format: safeText(value.format, LENGTH_MAX.name),
    isTest: value.isTest === true,
    ai: readAi(value.ai),
    why: readWhy(value.why),
    notices: readNotices(value.notices),
  };
}

/** A campaign's id as it is: a part of one would name another. */
export function readCampaign(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= LENGTH_MAX.name
    ? value
    : null;
}

function readAi(value: unknown): AdAi | null {
  if (!isRecord(value)) return null;
  const [text, picture] = [readAiPart(value.text), readAiPart(value.picture)];
  return text === null && picture === null ? null : { text, picture, label: value.label === true };
}

function readAiPart(value: unknown): AiPart {
  return value === 'made' || value === 'changed' ? value : null;
}

const WIDE = { w: 1200, h: 627 };
const SQUARE = { w: 1, h: 1 };
const SIDE_MAX = 10_000;

function readPicture(value: unknown, usual: Pick<Picture, 'w' | 'h'>): Picture | null {
  if (!isRecord(value)) return null;
  const url = safeUrl(value.url);
  if (url === null) return null;
  const w = numberIn(value.w, 1, SIDE_MAX);
  const h = numberIn(value.h, 1, SIDE_MAX);
  return w === null || h === null ? { url, ...usual } : { url, w, h };
}

function readWhy(value: unknown): Why {
  const why = isRecord(value) ? value : {};
  return {
    keywords: listOf(why.keywords, KEYWORDS_MAX).flatMap(
      (keyword) => safeText(keyword, LENGTH_MAX.name) ?? [],
    ),
    price: readPrice(why.price),
    intent: safeText(why.intent, LENGTH_MAX.name),
    sentiment: safeText(why.sentiment, LENGTH_MAX.name),
    stage: safeText(why.stage, LENGTH_MAX.name),
    address: ADDRESSES.find((one) => one === why.address) ?? null,
  };
}

function readPrice(value: unknown): Why['price'] {
  if (!isRecord(value)) return null;
  const min = numberIn(value.min, 0, Number.MAX_SAFE_INTEGER);
  const max = numberIn(value.max, 0, Number.MAX_SAFE_INTEGER);
  const currency = safeText(value.currency, 3);
  if (min === null && max === null) return null;
  return {
    ...(min === null ? {} : { min }),
    ...(max === null ? {} : { max }),
    ...(currency === null ? {} : { currency }),
  };
}

function readNotices(value: unknown): Notices {
  const notices = isRecord(value) ? value : {};
  return {
    drawn: readNoticeList(notices.drawn),
    viewable: readNoticeList(notices.viewable),
    clicked: readNoticeList(notices.clicked),
    feedback: readNoticeList(notices.feedback),
  };
}

function readNoticeList(value: unknown): readonly Notice[] {
  return listOf(value, NOTICES_MAX).flatMap((notice) => {
    const url = isRecord(notice) ? safeUrl(notice.url) : null;
    if (url === null || !isRecord(notice)) return [];
    return { url, by: notice.by === 'beacon' ? ('beacon' as const) : ('image' as const) };
  });
}
