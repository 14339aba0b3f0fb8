import { bidOn, nativeAd, type Outgoing, startDsp } from '../auction/partners.ts';
import { atCleanUp } from '../process.ts';

/** A bidder that wants to be told of everything, and notes what it is told. */
export type ListeningDsp = {
  readonly bidUrl: string;
  /** Where its notices lead. */
  readonly listenUrl: string;
  /** Path and query of every call, in the order they came. */
  readonly told: readonly string[];
  /** How it answers calls from now on. */
  readonly answer: (answer: () => Response | Promise<Response>) => void;
  /** From now on neither bids nor calls are answered. */
  readonly pause: () => void;
  readonly resume: () => void;
};

export const WISHES = ['nurl', 'burl', 'imptracker', 'image', 'viewed', 'clicked'] as const;

/** Bids 2 USD, for the requests of one publisher or of all; each call is to name price and auction. */
export function startListeningDsp(publisher?: string): ListeningDsp {
  const told: string[] = [];
  let paused: PromiseWithResolvers<void> | undefined;
  let answer: () => Response | Promise<Response> = () => new Response(null, { status: 204 });
  const listener = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      await paused?.promise;
      const { pathname, search } = new URL(request.url);
      told.push(`${pathname}${search}`);
      return answer();
    },
  });
  const at = (wish: string) =>
    `http://127.0.0.1:${listener.port}/${wish}?p=\${AUCTION_PRICE}&id=\${AUCTION_ID}`;
  const isWanted = ({ site }: Outgoing) =>
    publisher === undefined || JSON.stringify(site).includes(`"${publisher}"`);
  const { url, stop } = startDsp(async (request) => {
    await paused?.promise;
    if (!isWanted(request)) return new Response(null, { status: 204 });
    return bidOn(request, {
      nurl: at('nurl'),
      burl: at('burl'),
      lurl: `http://127.0.0.1:${listener.port}/lurl?r=\${AUCTION_LOSS}&id=\${AUCTION_ID}`,
      adm: nativeAd({
        link: { url: 'https://brand.example/', clicktrackers: [at('clicked')] },
        imptrackers: [at('imptracker')],
        eventtrackers: [
          { event: 1, method: 1, url: at('image') },
          { event: 2, method: 1, url: at('viewed') },
          { event: 1, method: 2, url: 'https://scripts.example/verify.js' },
        ],
      }),
    });
  });
  atCleanUp(stop);
  atCleanUp(() => listener.stop(true));
  return {
    bidUrl: url,
    listenUrl: `http://127.0.0.1:${listener.port}`,
    told,
    answer(next) {
      answer = next;
    },
    pause() {
      paused ??= Promise.withResolvers();
    },
    resume() {
      paused?.resolve();
      paused = undefined;
    },
  };
}
