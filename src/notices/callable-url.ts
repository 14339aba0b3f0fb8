/**
 * Whether a partner's URL has a form that this server calls or sends people to. White space would end it before it ends,
 * and browsers repair control characters and backslashes in different ways.
 */
export function isCallable(url: string): boolean {
  return CALLABLE.test(url);
}

const CALLABLE = /^https?:\/\/[^\p{Cc}\s\\]+$/iu;
