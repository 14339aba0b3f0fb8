import { settled } from '../../test/notices/exchange.ts';
import type { Ad } from '../src/parley.ts';

/** An ad that tells of itself at this address. */
export function anAd(origin: string, changes: Readonly<Record<string, unknown>> = {}): Ad {
  const id = crypto.randomUUID();
  const notice = (word: string) => [{ url: `${origin}/told/${word}/${id}`, by: 'beacon' as const }];
  return {
    id,
    title: 'Scree 3: grip for wet rock',
    advertiser: 'Ridgeline Running',
    payer: null,
    behalf: null,
    domain: 'ridgeline.example',
    campaign: 'trail-spring',
    text: 'A 5 mm lug and a rock plate, at 270 grams.',
    action: 'Find your size',
    link: `${origin}/landing`,
    price: '$129.00',
    salePrice: '$109.00',
    rating: 4.7,
    image: { url: `${origin}/wide.svg`, w: 1200, h: 627 },
    icon: { url: `${origin}/icon.svg`, w: 200, h: 200 },
    format: 'native_product_card',
    isTest: false,
    ai: null,
    why: {
      keywords: ['trail running shoes'],
      price: { max: 150, currency: 'USD' },
      intent: 'purchase_inquiry',
      sentiment: 'neutral',
      stage: 'intent',
      address: 'shortened',
    },
    notices: {
      drawn: notice('drawn'),
      viewable: notice('viewable'),
      clicked: notice('clicked'),
      feedback: notice('feedback'),
    },
    ...changes,
  };
}

/** A server that remembers what it was told, and has pictures. */
export function startListener() {
  const all: { readonly id: string; readonly what: string }[] = [];
  const referrers: string[] = [];
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 627"><rect width="1200" height="627" fill="#7a9"/></svg>';
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, origin, search } = new URL(request.url);
      const referrer = request.headers.get('referer') ?? origin;
      if (!referrer.startsWith(origin)) referrers.push(`${pathname} from ${referrer}`);
      const [, root, word = '', id = ''] = pathname.split('/');
      if (root === 'told') {
        all.push({ id, what: `${request.method} ${word}${search}` });
        return new Response(null, { status: 204 });
      }
      if (pathname.endsWith('.svg')) {
        return new Response(picture, { headers: { 'Content-Type': 'image/svg+xml' } });
      }
      return new Response('landed', { status: pathname === '/landing' ? 200 : 404 });
    },
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    /** What was asked for with the address of the page. */
    referrers: referrers as readonly string[],
    /** What was told of an ad, like `POST drawn`, once it is so much. */
    told: ({ id }: Pick<Ad, 'id'>, count: number) =>
      settled(
        async () => all.filter((one) => one.id === id).map(({ what }) => what),
        (told) => told.length >= count,
      ),
    stop: () => server.stop(true),
  };
}
