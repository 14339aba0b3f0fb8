import { describe, expect, test } from 'bun:test';
import { withoutAddresses } from './private-words.ts';
import { rules } from './rules.ts';
import { withoutSecrets } from './secrets.ts';

const keywordsOf = (content: string) => rules([{ role: 'user', content }]).keywords;

describe('what opens something is taken out before a message is read (ruling 67)', () => {
  const TEXTS: Readonly<Record<string, string>> = {
    'I need the API key sk-live-4f9a8b7c6d5e rotated': 'sk-live-4f9a8b7c6d5e',
    'my password hunter2 reset tool': 'hunter2',
    'my password is correct horse battery staple and I need a laptop': 'horse battery',
    'hunter2 is my password, need a phone case': 'hunter2',
    'the wifi password for my router is lamp table, a new sofa?': 'lamp table',
    'password: sofa laptop': 'sofa',
    'my password is salt and pepper. A laptop?': 'pepper',
    'we use sofa7 as password, need a laptop': 'sofa7',
    'PIN 4711, laptop under 500': '4711',
    'token ghp_16C7e42F292c6912E7710c838347Ae178B4a laptop': 'ghp_',
    'AKIAIOSFODNN7EXAMPLE is what I paste, and a laptop': 'AKIA',
    'xoxb-123456789012-abcdefGHIJ laptop': 'xoxb',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3 laptop': 'eyJ',
    '-----BEGIN RSA PRIVATE KEY-----\nlaptop sofa\n-----END RSA PRIVATE KEY-----\nshoes': 'sofa',
    'db_password=sofa1 laptop': 'sofa1',
    'mein Passwort lautet Tisch Lampe und ich suche einen Laptop': 'Tisch',
    'mon mot de passe est table, je cherche un ordinateur': 'table',
    'mi contraseña es mesa silla, busco un portátil': 'mesa',
    'la clave api es sofá99, busco un portátil': 'sofá99',
    'la mia password è tavolo sedia, cerco un portatile': 'tavolo',
    'il codice di accesso è divano7 e cerco un portatile': 'divano7',
    'X7k9Qp2mZ4 laptop': 'X7k9Qp2mZ4',
  };
  test.each(Object.entries(TEXTS))('%s', (text, secret) => {
    expect(text).toContain(secret);
    expect(withoutSecrets(text)).not.toContain(secret);
    for (const keyword of keywordsOf(text)) {
      for (const word of secret.toLowerCase().split(' ')) expect(keyword).not.toContain(word);
    }
  });
});

describe('what is marked as a password is taken out in whatever way it is marked:', () => {
  const ROUTER = 'I need a router';
  const TEXTS: readonly string[] = [
    `**Password:** lamp\n${ROUTER}`,
    `**Password=** lamp\n${ROUTER}`,
    `my password is guitar we need lamp. ${ROUTER}`,
    `${ROUTER}. Password • lamp`,
    `myAPIToken: lamp. ${ROUTER}`,
    `- **Password:** \`lamp sofa\`\n${ROUTER}`,
    `${ROUTER}. Password — lamp sofa`,
    `${ROUTER}. Passwort – lamp`,
    `${ROUTER}\n| Password | lamp sofa |`,
    `${ROUTER}\n|Password|lamp|`,
    `| User | Password |\n|---|---|\n| home | lamp |\n\n${ROUTER}`,
    `${ROUTER} and want to change my password to sofa lamp`,
    `I changed my password from lamp to sofa. ${ROUTER}`,
    `Ich habe mein Passwort auf lamp geändert. ${ROUTER}`,
    `db_password: lamp. ${ROUTER}`,
    `DB_PASSWORD lamp. ${ROUTER}`,
    `dbPassword: lamp. ${ROUTER}`,
    `spring.datasource.password: lamp. ${ROUTER}`,
    `X-Api-Key: lamp. ${ROUTER}`,
    `PASSWORD_PRODUCTION: lamp. ${ROUTER}`,
    `Mein Wlanpasswort ist lamp. ${ROUTER}`,
    `Password2: lamp. ${ROUTER}`,
    `\`password\`: lamp. ${ROUTER}`,
    `"password": "sofa, lamp". ${ROUTER}`,
    `password="lamp sofa". ${ROUTER}`,
    `password:lamp sofa. ${ROUTER}`,
    `${ROUTER}, lamp is the wifi password`,
    `${ROUTER}, lamp is our new guest password`,
    `${ROUTER}, we use lamp as wifi password`,
    `${ROUTER}, access code lamp`,
    `${ROUTER}, wifi pass lamp`,
    `mnemonic: guitar sofa lamp chair. ${ROUTER}`,
    `my seed phrase guitar sofa lamp chair. ${ROUTER}`,
    `12 word phrase: a a a a a a a a guitar sofa lamp chair. ${ROUTER}`,
    `12-word phrase: 1. guitar 2. sofa 3. lamp 4. chair. ${ROUTER}`,
    `seed phrase:\nguitar\nbuy\nsofa\nlamp\n${ROUTER}`,
    `le code d'accès est lamp. ${ROUTER}`,
  ];
  test.each(TEXTS)('%s', (text) => {
    const rest = withoutSecrets(text);
    expect(rest).not.toMatch(/lamp|sofa|guitar|chair/);
    expect(rest).toContain('router');
    expect(keywordsOf(`I need a router and ${text}`)).not.toContain('lamp');
  });
});

describe('numbers that stand for a person or an account are taken out', () => {
  const TEXTS: readonly string[] = [
    'card 4111 1111 1111 1111, a laptop',
    'card 4111-1111-1111-1111, a laptop',
    'IBAN DE89 3704 0044 0532 0130 00, a laptop',
    'IBAN GB29NWBK60161331926819, a laptop',
    'my passport C01X00T47, a laptop',
    'ssn 078-05-1120, a laptop',
    'call me at 555-0132, a laptop',
    'call +49 (0)30 901820, a laptop',
    'customer number 48813, a laptop',
    'Steuernummer 21/815/08150, ein Laptop',
    'numéro de sécurité sociale 2 55 08 14 168 025, un ordinateur',
    'mi DNI 12345678Z, un portátil',
    'codice fiscale RSSMRA85T10A562S, un portatile',
    'numero di telefono 347 1234567, un portatile',
    'Ich brauche ein Zelt, ruf mich unter 234567 an',
    'Ein Zelt bitte, Sie erreichen mich abends unter 234567',
    'Ein Zelt bitte, melden Sie sich unter 234567',
    'Ein Zelt bitte, Rückruf unter 5551234',
    'Ein Zelt bitte, ich bin tagsüber unter 234567 erreichbar',
    'Ik zoek een tent, bereikbaar onder 234567',
    'I need a tent, call me under 555-1234',
    'I need a tent, you can reach us under 234567',
    'I need a tent, under 234567 you can reach me',
    'I need a tent under 555-1234',
    'je cherche une tente, vous pouvez me joindre sous le 234567',
    'busco una tienda de campaña, llámame bajo 234567',
    'cerco una tenda, sono raggiungibile sotto il 234567',
    'preciso de uma tenda, ligue-me para 234567',
  ];
  test.each(TEXTS)('%s', (text) => {
    expect(withoutSecrets(text)).not.toMatch(/\d/);
    expect(rules([{ role: 'user', content: text }]).price).toBeNull();
  });
});

test.each([
  ['Sony WH-1000XM5 headphones', 'sony wh-1000xm5 headphones'],
  ['I need a WH-1000XM5', 'wh-1000xm5'],
  ['iPhone 15 case', 'iphone 15 case'],
  ['RTX 4070 graphics card', 'rtx 4070 graphics card'],
  ['Dyson V15', 'dyson v15'],
])('a model number stays: %s', (text, keyword) => expect(keywordsOf(text)).toContain(keyword));

test.each([
  ['house under 1500000 dollars', { max: 1_500_000, currency: 'USD' }],
  ['a flat up to 1.250.000 euros', { max: 1_250_000, currency: 'EUR' }],
  ['a car, 15.000 - 20.000 euros', { min: 15_000, max: 20_000, currency: 'EUR' }],
  ['a car, 15.000-20.000 euros', { min: 15_000, max: 20_000, currency: 'EUR' }],
  ['a laptop between 555-1234 euros', { min: 555, max: 1234, currency: 'EUR' }],
  ['a laptop between $555-1234', { min: 555, max: 1234, currency: 'USD' }],
  ['a laptop between 500-1250', { min: 500, max: 1250 }],
  ['call me at 555-0132, laptop under 1500 euros', { max: 1500, currency: 'EUR' }],
  ['call me at home, laptop under $ 1500', { max: 1500, currency: 'USD' }],
  ['Ruf mich. Ein Zelt unter 2000', { max: 2000 }],
  ['Ruf mich bitte. Ein Zelt unter 2000', { max: 2000 }],
  ['Ruf mich an, wenn du ein Zelt unter 2000 findest', { max: 2000 }],
])('a price stays: %s', (content, price) => {
  expect(rules([{ role: 'user', content }]).price).toEqual(price);
});

test('what is only said of passwords is read', () => {
  expect(keywordsOf('is there a laptop that is password protected')).toContain('laptop');
  expect(keywordsOf('tan leather boots')).toEqual(['tan leather boots']);
  expect(rules([{ role: 'user', content: 'my password is not working' }]).intent?.value).toBe(
    'support_request',
  );
});

test('a password manager is something to buy', () => {
  expect(keywordsOf('I need a password manager for my laptop')).toContain('password manager');
  expect(keywordsOf('I am looking for a password manager')).toEqual(['password manager']);
});

test.each([
  'I need a router, reset my password',
  'which laptop is the best password manager for',
  'I want a password manager | laptop stand',
  'I lost my recovery phrase and need a laptop',
  'I have an 8-pin connector',
  'I need a password-protected laptop',
  'I forgot my password. Lamps please',
  'the best password manager - a laptop instead',
  'my password is — not working',
  'I forgot my password\nI need a laptop',
])('nothing of it is a password: %s', (text) => {
  expect(withoutSecrets(text).replaceAll('  ', ' ')).toBe(text);
});

test('what follows a password is read', () => {
  expect(keywordsOf('password: lamp\nI need a router')).toEqual(['router']);
  expect(keywordsOf('I forgot my password — I need a router')).toEqual(['router']);
  expect(keywordsOf('I reset my password to my router')).toEqual(['router']);
  expect(withoutSecrets('the password to unlock it')).toEqual('the password ¦ unlock it');
});

test.each(['bit.ly/lamp', 'host.shopping:8080/lamp'])('an address is no thing: %s', (address) => {
  expect(withoutAddresses(`a tent and/or a sofa ${address}`)).not.toMatch(/lamp/);
  expect(keywordsOf(`a tent and/or a sofa, see ${address}`)).toEqual(['tent', 'sofa']);
});

describe('names of people are in no keyword, even those that are words (ruling 67)', () => {
  const TEXTS: Readonly<Record<string, readonly string[]>> = {
    'Mr. Baker wants a coffee grinder': ['coffee grinder'],
    'send a laptop to Mrs Stone Lamp': ['laptop'],
    'My name is Rose Lamp and I need shoes': ['shoes'],
    'I am Rose Stone and need shoes': ['shoes'],
    'what is the address of Rosa Lamp': [],
    'Ich heiße Wilhelm Tisch und suche einen Laptop': ['laptop'],
    'Frau Lampe sucht einen Laptop': ['laptop'],
    'die Adresse von Ludwig van der Lampe': [],
    "je m'appelle Rose Table, je cherche un ordinateur": ['ordinateur'],
    'Madame Table cherche un ordinateur': ['ordinateur'],
    'me llamo Rosa Mesa Silla y busco un portátil': ['portátil'],
    'la dirección de Rosa Mesa': [],
  };
  test.each(Object.entries(TEXTS))('%s', (text, keywords) => {
    expect(keywordsOf(text)).toEqual([...keywords]);
  });
});
