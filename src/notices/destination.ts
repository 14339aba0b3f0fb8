/** Longer ones are rare, and clicks through us would have to carry them encoded. */
const DESTINATION_LENGTH_MAX = 1500;

/** What parsers and browsers silently repair is not for us to pass on: white space, controls, backslashes. */
const PLAIN = /^https?:\/\/[^\p{Cc}\s\\]+$/iu;

const REMEMBERED_MAX = 1000;

/** Ads are few and shown often; parsing a URL costs more than signing it. */
const remembered = new Map<string, string | undefined>();

export function safeDestination(url: string): string | undefined {
  if (url.length > DESTINATION_LENGTH_MAX) return undefined;
  if (remembered.has(url)) return remembered.get(url);
  const destination = checkedDestination(url);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(url, destination);
  return destination;
}

/**
 * Where a link leads, as a `Location` header can hold it; undefined for what must not go through us. A
 * user name in front of the host serves only to deceive, and no other scheme can be redirected to.
 */
function checkedDestination(url: string): string | undefined {
  if (!PLAIN.test(url) || !url.isWellFormed()) return undefined;
  const parsed = URL.parse(url);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return undefined;
  return /^[!-~]+$/.test(url) ? url : parsed.href;
}
