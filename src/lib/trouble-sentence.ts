/** What is wrong, as a sentence. A name at its beginning stays as it is written. */
export function troubleSentence(what: string, partner: string | undefined): string {
  const isName = partner !== undefined && what.startsWith(partner);
  return `${isName ? what : what.charAt(0).toUpperCase() + what.slice(1)}.`;
}
