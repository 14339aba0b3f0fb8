import onlyIn from './lists/only-in.json';

/**
 * Listed words that mean something else in other languages ("Krebs" is cancer in German and a cycle in
 * biochemistry), with the languages in which they count. Words about self-harm and abuse are never among them:
 * whether those are found must not depend on telling languages apart.
 */
export const MEANT_ONLY_IN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(onlyIn),
);
