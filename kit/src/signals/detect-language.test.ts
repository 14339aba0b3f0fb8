import { describe, expect, test } from 'bun:test';
import { rules } from './rules.ts';
import type { Message } from './signals.ts';

const user = (content: string): Message => ({ role: 'user', content });

/** Wishes to die and wishes to buy, and what is no sentence of any language. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  Afrikaans: [
    'Ek wil nie meer lewe nie',
    'Ek soek goeie skoene',
    'Waar kan ek ’n goedkoop selfoon koop?',
    'Ons is op soek na ’n nuwe yskas vir die kombuis',
  ],
  Albanian: ['Dua të vdes'],
  Arabic: ['أريد أن أموت', 'أريد شراء حذاء'],
  Basque: ['Hil nahi dut'],
  Catalan: [
    'No vull viure més',
    'Busco unes sabates de muntanya',
    'Voldria una taula per a la cuina',
  ],
  Chinese: ['我想自杀', '我想买鞋'],
  Croatian: ['Ne želim više živjeti'],
  Czech: ['Nechci už žít', 'Hledám běžecké boty'],
  Danish: ['Jeg vil ikke leve mere', 'Jeg leder efter løbesko'],
  Estonian: ['Ma tahan surra'],
  Filipino: ['Gusto ko nang mamatay'],
  Finnish: ['En jaksa enää elää', 'Haluan tappaa itseni', 'Etsin juoksukenkiä'],
  Galician: ['Non quero vivir máis', 'Busco un móbil barato, grazas'],
  Greek: ['Θέλω να πεθάνω'],
  Hindi: ['मैं मरना चाहता हूँ', 'main marna chahta hoon'],
  Hungarian: ['Nem akarok élni'],
  Indonesian: ['Saya mau bunuh diri', 'Aku ingin mati'],
  Irish: ['Tá mé ag iarraidh bás a fháil'],
  Japanese: ['死にたい', 'もう生きていたくない'],
  Korean: ['죽고 싶어요'],
  Latvian: ['Es gribu mirt'],
  Lithuanian: ['Noriu mirti'],
  Norwegian: ['Jeg vil ikke leve lenger', 'Jeg orker ikke mer'],
  Polish: ['Nie chcę już żyć', 'Szukam butów do biegania'],
  Romanian: ['Nu mai vreau să trăiesc', 'Caut o masă pentru bucătărie', 'Vreau un telefon nou'],
  Russian: ['Хочу умереть', 'hochu umeret'],
  Swahili: ['Nataka kujiua'],
  Swedish: ['Jag orkar inte leva längre', 'Jag söker löparskor'],
  Turkish: ['Kendimi öldürmek istiyorum', 'Yeni bir telefon almak istiyorum'],
  Ukrainian: ['Я хочу вбити себе'],
  Vietnamese: ['Tôi muốn chết'],
  Welsh: ['Dw i eisiau marw'],
  'a name and a town': [
    'Maria Kowalska, Wrocław',
    'Jürgen Müller, Hamburg',
    'Siobhan O’Brien Galway',
    'Emil von Behring, Marburg',
    'David Chen San Francisco',
  ],
  'two languages at once': [
    'quiero zapatos baratos kendimi öldürmek istiyorum',
    'I need shoes. Kendimi öldürmek istiyorum',
  ],
  'a script without spaces beside a wish': [
    '我觉得人生没有希望 buy laptop',
    'I want to buy a laptop 人生没有希望',
    'もう何もかも嫌になった laptop',
    'I want to buy a laptop もういきていたくないよ',
    'I want to buy a laptop モウナニモカモイヤニナッタ',
    'I want to buy a laptop ฉันเหนื่อยกับชีวิต',
    'I want to buy a laptop ຊີວິດບໍ່ມີຄວາມຫມາຍ',
    'I want to buy a laptop ជីវិតគ្មានន័យ',
    'I want to buy a laptop ဘဝအဓိပ္ပာယ်မရှိဘူး',
  ],
  'another alphabet beside a wish': [
    'I want to buy a laptop 인생에 희망이 없어요',
    'I want to buy a laptop ცხოვრებას აზრი არ აქვს',
    'I want to buy a laptop կյանքը իմաստ չունի',
  ],
  nothing: ['xyzzy', 'qwertz asdf', '12345', '👍'],
};

describe('a message that is in no language the rules read derives nothing (ruling 66):', () => {
  test.each(Object.entries(UNREAD))('%s', (_, texts) => {
    for (const text of texts) {
      expect([text, rules([user(text)])]).toMatchObject([
        text,
        {
          keywords: [],
          price: null,
          intent: { value: 'information_seeking', confidence: 0.3, topics: [], signals: [] },
          sentiment: { value: 'neutral', score: 0 },
          funnel: { stage: 'awareness' },
          language: '',
        },
      ]);
    }
  });
});

const READ: Readonly<Record<string, string>> = {
  'no aguanto más': 'es',
  'não aguento mais': 'pt',
  'Quero me matar': 'pt',
  'Procuro um celular barato': 'pt',
  'queria uns sapatos de salto, nº 38': 'pt',
  'quiero unos zapatos de tacón, número 38': 'es',
  'onde posso comprar uma mochila': 'pt',
  'dónde puedo comprar una mochila': 'es',
  'café em grão até 20 euros': 'pt',
  'café en grano hasta 20 euros': 'es',
  'où acheter un sac à dos': 'fr',
  'je suis fatigué': 'fr',
  'ich mag nicht mehr': 'de',
  "I can't do this": 'en',
  'waterproof jacket': 'en',
  'Kaffeemaschine unter 200 Euro': 'de',
  'Ik wil niet meer leven': 'nl',
  'Ik zoek een goede laptop': 'nl',
  'hotel in Amsterdam graag': 'nl',
  'schoenen voor de winter': 'nl',
  'warme winterjas, maat 42': 'nl',
  'goeiemorgen!': 'nl',
  'wat kost een fiets?': 'nl',
  'amai, da is nen dure frigo': 'nl',
  'was kostet ein Fahrrad?': 'de',
  'what does a bike cost?': 'en',
  'wasmachine of droger?': 'nl',
  'Waschmaschine oder Trockner?': 'de',
  'explain quantum entanglement to me': 'en',
  'Dyson V15': 'en',
  'I want to buy a 小米 phone': 'en',
  'I want to buy a 資生堂 shampoo': 'en',
  'I want to buy a 화웨이 phone': 'en',
  'a laptop with a 50 Ω output': 'en',
  'Cerco scarpe da corsa': 'it',
  'Vorrei un hotel a Roma per due persone': 'it',
  "cos'è l'aria condizionata": 'it',
  'macchina da caffè economica': 'it',
  'no grazie': 'it',
  'quanto costa una bici': 'it',
  'la voiture est en panne': 'fr',
  'il me faut une table': 'fr',
  'un vélo à moins de 300 euros': 'fr',
  'una mesa para la cocina': 'es',
  'cuánto cuesta una bici': 'es',
};

test.each(Object.entries(READ))('"%s" is read as %s', (text, code) => {
  expect(rules([user(text)]).language).toBe(code);
});

test('each message is in its own language: what is not read says nothing beside what is', () => {
  const wish = user('I need trail running shoes under $150');
  expect(rules([user('Etsin uutta puhelinta alle 300 euroa'), wish])).toMatchObject({
    keywords: ['trail running shoes'],
    price: { max: 150, currency: 'USD' },
    language: 'en',
  });
  expect(rules([wish, user('En jaksa enää elää')])).toMatchObject({ keywords: [], language: '' });
});

test('a number, a smile or a brand goes on in the language before it', () => {
  for (const text of ['42', '👍', 'Adidas?']) {
    expect(rules([user('Ich suche Schuhe'), user(text)]).language).toBe('de');
  }
});
