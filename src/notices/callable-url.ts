/** Whether a partner's URL has a form that this server calls. White space would end it before it ends. */
export function isCallable(url: string): boolean {
  return CALLABLE.test(url);
}

const CALLABLE = /^https?:\/\/[^\p{Cc}\s\\]+$/iu;
