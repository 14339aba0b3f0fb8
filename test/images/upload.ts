import type { AnswerOf, OpOf } from '../../src/lib/op.ts';
import type { IMAGE_OPS } from '../../src/parts/images/operations.ts';

type UploadReply = AnswerOf<OpOf<typeof IMAGE_OPS, 'POST /api/images'>> & {
  readonly error?: { readonly code: string; readonly details: { readonly reason: string } };
};

/** Uploads an image, under a type that it does not have. */
export async function upload(
  adminUrl: string,
  token: string,
  content: Uint8Array,
  advertiser = 'shop.example',
) {
  const query = new URLSearchParams({ advertiser });
  const response = await fetch(`${adminUrl}/api/images?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' },
    body: new Uint8Array(content),
  });
  return { status: response.status, body: (await response.json()) as UploadReply };
}
