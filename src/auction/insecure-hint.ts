/** On a laptop the http address is mostly this exchange's own, which its images and links have. */
export function insecureHint(url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)
    ? '; if that is this exchange, set listen.publicUrl to an https address, or send secure: 0 to try it without'
    : '';
}
