import { rules } from './signals/rules.ts';

/** What somebody could say, so that all that is made when it is first needed is made. */
const SAID = [
  'I am looking for trail running shoes under $150, not Nike',
  'Ich suche ein Zelt für zwei Personen unter 200 €',
  'Je cherche une machine à café à moins de 200 €',
  'Busco unas zapatillas para correr por menos de 100 €',
  'Cerco una tenda per due persone a meno di 200 €',
  'Procuro uns ténis de corrida por menos de 100 €',
  'Ik zoek een tent voor twee personen onder de 200 €',
];

let isDone = false;

/** Compiles the word lists, once for the program. */
export function prepareRules(): void {
  if (isDone) return;
  isDone = true;
  for (const content of SAID) rules([{ role: 'user', content }]);
}
