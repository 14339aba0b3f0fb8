import { advertiserDomain } from '../../../core/openrtb/host-name.ts';
import { ChangeRefusal } from '../../../host/admin/change-refusal.ts';
import { json } from '../../../host/admin/headers.ts';
import {
  type AdminRoute,
  type Call,
  memberOf,
  type RouteAnswer,
} from '../../../host/admin/route.ts';
import { preview } from '../../../lib/preview.ts';
import { Refusal, refuse } from '../../../lib/refusal.ts';
import { callOf, type MakeChange, operationRoutes } from '../../campaigns/api/store-call.ts';
import { ADVERTISER_BYTES_MAX, ADVERTISER_IMAGES_MAX, type AddedImage } from '../image-store.ts';
import { isHash } from '../read-image.ts';
import { IMAGE_OPERATIONS, type ImageOperationName } from './image-operations.ts';
import type { ImagesApi } from './images-api.ts';

/** An operation without an answer does not compile. */
type ImageAnswers = Readonly<Record<ImageOperationName, AdminRoute['answer']>>;

export function imageRoutes(images: ImagesApi, change: MakeChange): readonly AdminRoute[] {
  const answers: ImageAnswers = {
    'GET /api/images': async (call) => {
      const advertiser = advertiserIn(call);
      if (advertiser instanceof Refusal) return advertiser;
      const rows = await images.list(advertiser);
      const limits = { images: ADVERTISER_IMAGES_MAX, bytes: ADVERTISER_BYTES_MAX };
      return json({ rows, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0), limits });
    },
    'POST /api/images': change.ofBytes(async (call, content) => {
      const advertiser = advertiserIn(call);
      if (advertiser instanceof Refusal) return advertiser;
      const added = await images.upload(advertiser, content, callOf(call).author);
      return 'kind' in added ? addedAnswer(added) : notUsable(added.reason);
    }),
    'POST /api/images/size': change(async (_, body) => {
      const url = memberOf(body, 'url');
      if (typeof url !== 'string') return refuse.missing('url', 'expected the URL of an image');
      const found = await images.sizeOf(url);
      if (found === 'too-many') return TOO_MANY_FETCHES;
      return 'reason' in found ? notUsable(found.reason) : json(found);
    }),
    'DELETE /api/images/{hash}': change((call) => remove(images, call)),
  };
  return operationRoutes<ImageOperationName>(IMAGE_OPERATIONS, answers);
}

/** By which it is compared everywhere: without `www.` and in small letters. */
function advertiserIn({ url }: Call): string | Refusal {
  const given = url.searchParams.get('advertiser');
  const domain = advertiserDomain(given ?? '');
  if (domain !== undefined) return domain;
  const reason = `expected the domain of the advertiser, a host name like "shop.example", but got ${preview(given ?? undefined)}`;
  return given === null
    ? refuse.missing('advertiser', reason)
    : refuse.wrongValue('advertiser', reason);
}

function addedAnswer(added: AddedImage): RouteAnswer {
  if (added.kind === 'full') return new ChangeRefusal('no-room', added.reason);
  return json(added.image, added.kind === 'added' ? 201 : 200);
}

function notUsable(reason: string): ChangeRefusal {
  return new ChangeRefusal('image-fault', reason);
}

const TOO_MANY_FETCHES = new ChangeRefusal(
  'too-many',
  'several images are being read: wait a few seconds',
);

async function remove(images: ImagesApi, call: Call): Promise<RouteAnswer> {
  const [hash = ''] = call.parts;
  const removed = isHash(hash)
    ? await images.remove(hash, callOf(call).author)
    : ({ kind: 'not-found' } as const);
  if (removed.kind === 'removed') return new Response(null, { status: 204 });
  if (removed.kind === 'not-found')
    return refuse.notFound(`no image has the hash ${preview(hash)}`);
  return new ChangeRefusal(
    'not-allowed',
    `the campaign ${removed.campaign} names it: take it out of the campaign first`,
  );
}
