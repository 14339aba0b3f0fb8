type Category = {
  /** In the IAB Content Taxonomy 1.0 (`cattax` 1). */
  readonly iab: string;
  /** What people call it, by language; the English name is the key. */
  readonly words: Readonly<Record<string, string>>;
};

/** The categories of the catalogue, by their English names. */
const CATEGORIES: Readonly<Record<string, Category>> = {
  'Baby and strollers': {
    iab: 'IAB6-2',
    words: {
      de: 'Baby, Kinderwagen, Babyausstattung',
      fr: 'Bébé, poussettes, puériculture',
      es: 'Bebé, cochecitos, carritos',
      it: 'Bebè, neonati, passeggini, carrozzine',
      pt: 'Bebé, bebê, carrinhos',
      nl: 'Baby, kinderwagens, babyspullen',
    },
  },
  Bikes: {
    iab: 'IAB17-3',
    words: {
      de: 'Fahrräder, Rad, Räder, Bikes',
      fr: 'Vélos, bicyclettes',
      es: 'Bicicletas, bicis',
      it: 'Biciclette, bici',
      pt: 'Bicicletas, bikes',
      nl: 'Fietsen',
    },
  },
  Books: {
    iab: 'IAB1-1',
    words: {
      de: 'Bücher, Lektüre, Lesestoff',
      fr: 'Livres, bouquins, lecture',
      es: 'Libros, lectura',
      it: 'Libri, lettura',
      pt: 'Livros, leitura',
      nl: 'Boeken, leesvoer',
    },
  },
  Camping: {
    iab: 'IAB20-9',
    words: {
      de: 'Camping, Zelten, Campingausrüstung',
      fr: 'Camping, bivouac, matériel de camping',
      es: 'Camping, acampada',
      it: 'Campeggio, camping',
      pt: 'Campismo, camping, acampamento',
      nl: 'Kamperen, camping, kampeerspullen',
    },
  },
  'Coffee machines': {
    iab: 'IAB8-6',
    words: {
      de: 'Kaffeemaschinen, Espressomaschinen',
      fr: 'Machines à café, cafetières',
      es: 'Cafeteras, máquinas de café',
      it: 'Macchine da caffè, macchinette del caffè, caffettiere',
      pt: 'Máquinas de café, cafeteiras',
      nl: 'Koffiemachines, koffiezetapparaten, koffiezetters',
    },
  },
  Cookware: {
    iab: 'IAB10',
    words: {
      de: 'Kochgeschirr, Küchengeräte',
      fr: 'Cuisine, ustensiles de cuisine',
      es: 'Menaje, utensilios de cocina',
      it: 'Cucina, utensili da cucina',
      pt: 'Cozinha, utensílios de cozinha',
      nl: 'Keukengerei, kookgerei',
    },
  },
  Fitness: {
    iab: 'IAB7-1',
    words: {
      de: 'Fitness, Krafttraining, Fitnessgeräte',
      fr: 'Fitness, musculation, matériel de sport',
      es: 'Fitness, gimnasio, ejercicio',
      it: 'Fitness, palestra, attrezzi',
      pt: 'Fitness, ginásio, academia, exercício',
      nl: 'Fitness, krachttraining, fitnessapparatuur',
    },
  },
  Garden: {
    iab: 'IAB10-4',
    words: {
      de: 'Garten, Gartengeräte, Balkon',
      fr: 'Jardin, jardinage, outils de jardin',
      es: 'Jardín, jardinería, huerto',
      it: 'Giardino, giardinaggio, orto',
      pt: 'Jardim, jardinagem, horta',
      nl: 'Tuin, tuinieren, tuingereedschap',
    },
  },
  Headphones: {
    iab: 'IAB19',
    words: {
      de: 'Kopfhörer, Ohrhörer, In-Ears, Earbuds',
      fr: 'Casques audio, écouteurs',
      es: 'Auriculares, cascos, audífonos',
      it: 'Cuffie, auricolari, cuffiette',
      pt: 'Auscultadores, auriculares, fones, headphones',
      nl: 'Koptelefoons, oordopjes, oortjes, hoofdtelefoons',
    },
  },
  'Home appliances': {
    iab: 'IAB10-1',
    words: {
      de: 'Haushaltsgeräte, Staubsauger',
      fr: 'Électroménager, aspirateurs',
      es: 'Electrodomésticos, aspiradoras',
      it: 'Elettrodomestici, aspirapolvere',
      pt: 'Eletrodomésticos, aspiradores',
      nl: 'Huishoudapparaten, stofzuigers, witgoed',
    },
  },
  Laptops: {
    iab: 'IAB19',
    words: {
      de: 'Laptops, Notebooks, Computer, PC',
      fr: 'Ordinateurs, PC portables, laptops',
      es: 'Portátiles, ordenadores, laptops, computadoras',
      it: 'Portatili, computer, notebook, laptop, PC',
      pt: 'Portáteis, computadores, notebooks, laptops',
      nl: 'Laptops, notebooks, computers',
    },
  },
  'Luggage and bags': {
    iab: 'IAB18-6',
    words: {
      de: 'Koffer, Reisegepäck, Taschen',
      fr: 'Valises, bagages, sacs',
      es: 'Maletas, equipaje, bolsos',
      it: 'Valigie, bagagli, borse',
      pt: 'Malas, bagagem, bolsas',
      nl: 'Koffers, bagage, tassen',
    },
  },
  'Mattresses and bedding': {
    iab: 'IAB10',
    words: {
      de: 'Matratzen, Bettwaren, Betten',
      fr: 'Matelas, literie, linge de lit',
      es: 'Colchones, ropa de cama',
      it: 'Materassi, biancheria da letto',
      pt: 'Colchões, roupa de cama',
      nl: 'Matrassen, beddengoed, bedden',
    },
  },
  'Office chairs and desks': {
    iab: 'IAB10-7',
    words: {
      de: 'Bürostühle, Schreibtische, Büromöbel, Homeoffice',
      fr: 'Chaises de bureau, bureaux, télétravail',
      es: 'Sillas de oficina, escritorios, teletrabajo',
      it: 'Sedie da ufficio, scrivanie, smart working',
      pt: 'Cadeiras de escritório, secretárias, escrivaninhas, teletrabalho',
      nl: 'Bureaustoelen, bureaus, thuiswerkplek',
    },
  },
  'Outdoor clothing': {
    iab: 'IAB18-5',
    words: {
      de: 'Outdoorkleidung, Wanderschuhe, Wanderkleidung',
      fr: 'Vêtements de randonnée, chaussures de randonnée, outdoor',
      es: 'Ropa de montaña, ropa de senderismo, outdoor',
      it: 'Abbigliamento outdoor, abbigliamento da montagna',
      pt: 'Roupa de montanha, roupa de caminhada, outdoor',
      nl: 'Outdoorkleding, wandelschoenen, buitenkleding',
    },
  },
  'Pet food and supplies': {
    iab: 'IAB16',
    words: {
      de: 'Tierfutter, Hundefutter, Katzenfutter, Haustierbedarf',
      fr: 'Animaux, croquettes, animalerie',
      es: 'Mascotas, comida para mascotas, pienso',
      it: 'Animali, cibo per animali, crocchette',
      pt: 'Animais, ração, comida para animais',
      nl: 'Huisdieren, hondenvoer, kattenvoer, dierenvoeding',
    },
  },
  'Phones and tablets': {
    iab: 'IAB19-6',
    words: {
      de: 'Handys, Smartphones, Mobiltelefone, Tablets',
      fr: 'Téléphones, smartphones, portables, tablettes',
      es: 'Móviles, celulares, smartphones, teléfonos, tabletas, tablets',
      it: 'Telefoni, cellulari, smartphone, telefonini, tablet',
      pt: 'Telemóveis, celulares, smartphones, telefones, tablets',
      nl: 'Telefoons, smartphones, mobieltjes, gsm, tablets',
    },
  },
  'Running shoes': {
    iab: 'IAB17-30',
    words: {
      de: 'Laufschuhe, Joggingschuhe, Sportschuhe, Turnschuhe',
      fr: 'Chaussures de course, baskets de running, chaussures de sport',
      es: 'Zapatillas de correr, zapatillas deportivas, tenis, zapatillas para correr',
      it: 'Scarpe da corsa, scarpe da ginnastica, scarpe running',
      pt: 'Sapatilhas de corrida, ténis, tênis de corrida',
      nl: 'Hardloopschoenen, loopschoenen, sportschoenen, renschoenen',
    },
  },
  Skincare: {
    iab: 'IAB18-1',
    words: {
      de: 'Hautpflege, Gesichtspflege, Cremes',
      fr: 'Soin de la peau, soins du visage, cosmétiques',
      es: 'Cuidado de la piel, cremas, cosmética',
      it: 'Cura della pelle, creme, cosmetici',
      pt: 'Cuidados da pele, cremes, cosmética',
      nl: 'Huidverzorging, gezichtsverzorging, crèmes',
    },
  },
  'Toys and board games': {
    iab: 'IAB9-5',
    words: {
      de: 'Spielzeug, Brettspiele, Gesellschaftsspiele',
      fr: 'Jouets, jeux de société, jeux de plateau',
      es: 'Juguetes, juegos de mesa',
      it: 'Giocattoli, giochi da tavolo, giochi di società',
      pt: 'Brinquedos, jogos de tabuleiro',
      nl: 'Speelgoed, bordspellen, gezelschapsspellen',
    },
  },
};

/** The IAB categories of an offer, which publishers can block. Empty for an unknown catalogue category. */
export function adCategories(category: string): readonly string[] {
  const id = CATEGORIES[category]?.iab;
  return id === undefined ? [] : [id];
}

/** What a category is called in a language: the words that a search finds it by. */
export function categoryWords(category: string, language: string): string {
  return language === ENGLISH ? category : (CATEGORIES[category]?.words[language] ?? '');
}

const ENGLISH = 'en';
