import { expect, test } from 'bun:test';
import { rules } from '../rules.ts';

const keywordsOf = (content: string) => rules([{ role: 'user', content }]).keywords;

/** French, Italian, Spanish and Portuguese: the word that names the thing stands first, and words are joined by apostrophes. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  'je cherche une machine à café automatique': ['machine à café automatique'],
  'deux machines à café pour le bureau': ['machines à café'],
  "il me faut de l'huile d'olive": ["huile d'olive"],
  'un sac de couchage pour deux': ['sac de couchage'],
  'un paquet de café en grains': ['café en grains'],
  'une tente avec un auvent': ['tente'],
  'une enceinte bluetooth': ['enceinte bluetooth'],
  "cerco un'auto usata": ['auto usata'],
  "mi serve l'asciugatrice": ['asciugatrice'],
  "vorrei dell'olio d'oliva": ["olio d'oliva"],
  'cerco scarpe da corsa impermeabili': ['scarpe da corsa impermeabili'],
  'un pacco di caffè in grani': ['caffè in grani'],
  'vorrei un sacco a pelo invernale': ['sacco a pelo invernale'],
  'scrivania bianca con un cassetto': ['scrivania bianca'],
  'busco zapatillas de correr para pista': ['zapatillas de correr'],
  'dos máquinas de café para la oficina': ['máquinas de café'],
  'una bolsa de granos de café': ['granos de café'],
  'almohada viscoelástica o de plumas': ['almohada viscoelástica'],
  'un celular con buena cámara': ['celular'],
  'una silla que la espalda agradezca': ['silla'],
  'colchón de 150 para los dos, que no se hunda': ['colchón'],
  'procuro um telemóvel barato': ['telemóvel'],
  'preciso de uns tênis para correr': ['tênis para correr'],
  'um pacote de café em grão': ['café em grão'],
  'duas máquinas de lavar para o hostel': ['máquinas de lavar'],
  'faca de chef ou faca de pão?': ['faca de chef', 'faca de pão'],
  'meu notebook dá erro': ['notebook'],
};

test.each(Object.entries(KEYWORDS))('"%s" asks for %j', (text, keywords) => {
  expect(keywordsOf(text)).toEqual([...keywords]);
});

test('an idiom is no thing', () => {
  expect(keywordsOf('mi hermano es un ratón de biblioteca')).toEqual([]);
  expect(keywordsOf('cómo se dice gracias en alemán')).toEqual([]);
  expect(keywordsOf('o rato de biblioteca do meu irmão')).toEqual([]);
});

test('a verb that is one letter from a thing is no misspelling of it', () => {
  expect(keywordsOf('cucino per quattro persone')).toEqual([]);
  expect(keywordsOf('un amico che piange')).toEqual([]);
  expect(keywordsOf('cerco una macchina espreso')).toEqual(['macchina espresso']);
});
