import { expect, test } from 'bun:test';
import { loadProducts } from './products.ts';
import { createSearch } from './search.ts';

const search = createSearch(loadProducts());

/** What people of a language call things, in the plural and with accents or without, by the category that they mean. */
const WANTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    'Coffee machines': 'espresso machine',
    Headphones: 'noise cancelling headphones',
    Camping: 'tent',
    'Baby and strollers': 'stroller',
    Skincare: 'moisturizer',
    'Pet food and supplies': 'cat food',
    'Office chairs and desks': 'office chair',
    Cookware: 'air fryer',
    'Toys and board games': 'board game',
    Garden: 'lawn mower',
    Fitness: 'yoga mat',
  },
  de: {
    'Running shoes': 'laufschuhe, laufschuh, trailschuhe, joggingschuhe',
    'Coffee machines': 'kaffeemaschine, kaffeemaschinen, espressomaschine, kaffeemühle',
    Headphones: 'kopfhörer, in-ears, noise cancelling kopfhörer',
    Laptops: 'laptop, notebooks',
    Camping: 'zelt, zelte, schlafsäcke, isomatte',
    'Baby and strollers': 'kinderwagen, babyschale, kindersitz',
    Books: 'krimi, bücher, kochbuch',
    Bikes: 'e-bike, ebike, fahrrad, räder',
    Cookware: 'pfanne, bratpfannen, airfryer',
    'Phones and tablets': 'handy, handys, smartphone',
    'Home appliances': 'staubsauger, spülmaschine, geschirrspüler',
    'Luggage and bags': 'koffer, rucksäcke, reisetasche',
    'Outdoor clothing': 'regenjacke, wanderstiefel, softshell',
  },
  fr: {
    'Running shoes': 'chaussures de course, chaussure de trail, baskets',
    'Coffee machines': 'machine à café, machine a cafe, cafetières',
    Headphones: 'écouteurs, ecouteurs sans fil',
    Laptops: 'ordinateur portable, pc portable',
    'Baby and strollers': 'poussettes, siège auto',
    Bikes: 'vélo électrique, vélos',
    'Home appliances': 'aspirateur, lave-vaisselle, machine à laver',
    'Toys and board games': 'jeu de société, jouets',
    'Luggage and bags': 'valises, sac à dos',
    'Outdoor clothing': 'chaussures de randonnée, veste de pluie',
  },
  es: {
    'Running shoes': 'zapatillas, zapatillas de correr, zapatilla de trail',
    'Coffee machines': 'cafeteras, máquina de café',
    Laptops: 'portátil, portatiles, ordenadores',
    Camping: 'tienda de campaña, saco de dormir',
    Bikes: 'bicicleta eléctrica, bicis',
    Cookware: 'sartén, sartenes, cuchillos, freidora de aire',
    'Phones and tablets': 'móvil, móviles, celulares',
    'Mattresses and bedding': 'colchón, colchones, almohadas',
    'Outdoor clothing': 'botas de montaña, chaqueta impermeable',
  },
  it: {
    'Running shoes': 'scarpe da corsa, scarpa da trail',
    'Coffee machines': 'macchina da caffè, macchinetta del caffè, moka',
    Headphones: 'cuffie, auricolari',
    Camping: 'tende, sacco a pelo',
    'Baby and strollers': 'passeggini, seggiolino auto',
    Bikes: 'bici elettrica, biciclette',
    'Luggage and bags': 'valigie, zaini',
    'Outdoor clothing': 'giacche, scarponi da trekking',
  },
  pt: {
    'Running shoes': 'sapatilhas, tênis de corrida',
    'Coffee machines': 'máquina de café, cafeteiras',
    Headphones: 'auscultadores, fones de ouvido',
    Camping: 'tenda, barracas, saco de dormir',
    'Phones and tablets': 'telemóveis, celular',
    'Home appliances': 'aspirador, geladeira, máquina de lavar roupa',
    'Mattresses and bedding': 'colchão, colchões',
    'Outdoor clothing': 'casacos, botas de caminhada',
  },
  nl: {
    'Running shoes': 'hardloopschoenen, schoenen, trailschoen',
    'Coffee machines': 'koffiezetapparaat, koffiemachines',
    Headphones: 'koptelefoon, oortjes',
    Camping: 'tenten, slaapzak',
    Bikes: 'elektrische fiets, fietsen, e-bike',
    Cookware: 'pannen, messen, airfryer',
    'Home appliances': 'stofzuigers, vaatwasser, koelkast',
    'Luggage and bags': 'koffers, rugzakken, tassen',
    'Outdoor clothing': 'regenjas, wandelschoenen',
  },
};

const ROWS = Object.entries(WANTED).flatMap(([language, wanted]) =>
  Object.entries(wanted).flatMap(([category, keywords]) =>
    keywords.split(', ').map((keyword) => [keyword, category, language] as const),
  ),
);

test.each(ROWS)('"%s" finds %s first, among products in %s', (keyword, category, language) => {
  const [first] = search({ keywords: [keyword] }).filter((one) => one.language === language);
  expect(first?.category).toBe(category);
});
