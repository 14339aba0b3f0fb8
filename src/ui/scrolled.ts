/** Of what may be larger than its frame: people without a mouse scroll it too. */
export function scrolled(label?: string) {
  return { role: 'region', tabIndex: 0, 'aria-label': label } as const;
}
