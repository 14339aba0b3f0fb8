import { describe, expect, test } from 'bun:test';
import { rules } from './rules.ts';
import type { Price } from './signals.ts';

const priceOf = (...texts: readonly string[]) =>
  rules(texts.map((content) => ({ role: 'user', content }))).price;

const PRICES: Readonly<Record<string, Price>> = {
  'a bike for 1.500 euros at most': { max: 1500, currency: 'EUR' },
  'shoes, no higher than $90': { max: 90, currency: 'USD' },
  'a kettle between 50 and 80 pounds': { min: 50, max: 80, currency: 'GBP' },
  'a speaker for under a hundred bucks': { max: 100, currency: 'USD' },
  'yoga mats from 20€ up': { min: 20, currency: 'EUR' },
  'Kaffeemaschine bis 200 Euro': { max: 200, currency: 'EUR' },
  'un sac à moins de 50 €': { max: 50, currency: 'EUR' },
  'una mochila por menos de 100 euros': { max: 100, currency: 'EUR' },
  'a laptop up to $1.5k': { max: 1500, currency: 'USD' },
  'a phone case, 10-20 dollars': { min: 10, max: 20, currency: 'USD' },
  'a watch for at least $100': { min: 100, currency: 'USD' },
  'a kettle, 50 quid max': { max: 50, currency: 'GBP' },
  'a mattress, budget $2,500.00': { max: 2500, currency: 'USD' },
  'un ordinateur, 1 500 € maximum': { max: 1500, currency: 'EUR' },
  'Kopfhörer für höchstens 99,99 €': { max: 99.99, currency: 'EUR' },
  'ein Fernseher, maximal 1.299,95 €': { max: 1299.95, currency: 'EUR' },
  "a watch for max 1'500 CHF": { max: 1500, currency: 'CHF' },
  "a rug, I don't want to spend more than $80": { max: 80, currency: 'USD' },
  'leather wallets, not under $50': { min: 50, currency: 'USD' },
  'no quiero gastar más de 300 euros en una tele': { max: 300, currency: 'EUR' },
  'a watch for two to three hundred dollars': { min: 200, max: 300, currency: 'USD' },
  'a used car, 15-20k usd': { min: 15_000, max: 20_000, currency: 'USD' },
  'around $100 but no more than $130, a blender': { max: 130, currency: 'USD' },
  'a tent under 200': { max: 200 },
  'des baskets, 80 euros grand max': { max: 80, currency: 'EUR' },
  'una tenda sotto i 200 euro': { max: 200, currency: 'EUR' },
  'uno zaino tra i 50 e gli 80 euro': { min: 50, max: 80, currency: 'EUR' },
  'non voglio superare i 180 euro per un piumino': { max: 180, currency: 'EUR' },
  'un violino, entro i 600': { max: 600 },
  'un divano da almeno 400 euro': { min: 400, currency: 'EUR' },
  'cuffie, al massimo centocinquanta euro': { max: 150, currency: 'EUR' },
  'una bici, budget di 1.500 €': { max: 1500, currency: 'EUR' },
  'boots under C$100': { max: 100, currency: 'CAD' },
  'um celular até R$ 1.500': { max: 1500, currency: 'BRL' },
  'bicicleta usada, no máximo 1200 reais': { max: 1200, currency: 'BRL' },
  'teclado até 4 mil reais': { max: 4000, currency: 'BRL' },
  'uma mochila entre 40 e 60 euros': { min: 40, max: 60, currency: 'EUR' },
  'auscultadores, orçamento: 80 a 130 euros': { min: 80, max: 130, currency: 'EUR' },
  'um sofá que não passe dos 300 euros': { max: 300, currency: 'EUR' },
  'tenis para correr, hasta 1800 pesos mexicanos': { max: 1800, currency: 'MXN' },
  'un celular de menos de 300 lucas': { max: 300_000 },
  'un teclado por 70 u 80 euros': { min: 70, max: 80, currency: 'EUR' },
};

const NO_PRICES: readonly string[] = [
  'a mattress around $500',
  'a wedding dress for $2000ish',
  'Matratze, so um die 400 Euro',
  'un matelas, environ 400 euros',
  'un materasso, sui 400 euro',
  'ho pagato 300 euro queste scarpe',
  'cene in meno di 20 minuti',
  'un colchón, unos 400 euros',
  'um colchão, uns 400 euros',
  'paguei 300 reais nesse tênis',
  'jantar em menos de 20 minutos',
  'cadeirinha até 18 quilos',
  'my budget for a bike is about 500 dollars',
  'dinner recipes under 30 minutes',
  'a laptop with less than 16 inches',
  'a car from 2019 or newer',
  'shoes below size 10',
  'books with less than 200 pages',
  'I paid over $80 for these shoes',
  'a coupon, 20% off shoes',
  'a bike that goes over 25 mph',
  'I want to lose less than 10 pounds with this mat',
  'a game for between 2 and 4 players',
  'call me about the sofa under 0171 2345678',
  'kids under 12 get in free, right?',
];

describe('prices', () => {
  for (const [text, price] of Object.entries(PRICES)) {
    test(`"${text}" states a bound`, () => expect(priceOf(text)).toEqual(price));
  }
  for (const text of NO_PRICES) {
    test(`"${text}" states none`, () => expect(priceOf(text)).toBeNull());
  }

  test('the newest bound counts', () => {
    expect(priceOf('a camera for less than 1000 euros', 'make that under 600 euros')).toEqual({
      max: 600,
      currency: 'EUR',
    });
  });

  test('a bound outlives a message that only adds to the wish', () => {
    expect(priceOf('trail shoes under $150', 'in red please')).toEqual({
      max: 150,
      currency: 'USD',
    });
  });

  test('a bound ends with its topic', () => {
    expect(priceOf('socks under $10', 'now I need a tent')).toBeNull();
  });

  test('the source of a price is the words it was read from', () => {
    const { sources } = rules([{ role: 'user', content: 'shoes under $150 please' }]);
    expect(sources.price).toEqual(['under $150']);
  });
});
