/** The filled part of a track. Nothing at all is not a little. */
export function Bar({ share }: { readonly share: number }) {
  return share === 0 ? null : <span class="funnel-fill" style={{ width: `${share * 100}%` }} />;
}
