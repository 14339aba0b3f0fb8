import { describe } from 'bun:test';
import { staysPlain, staysSensitive } from './language-cases.ts';

describe('German that is about a crisis', () => {
  staysSensitive('crisis/self-harm', [
    'ich will nicht mehr leben',
    'Ich will sterben',
    'ich bring mich um',
    'ich möchte mich umbringen',
    'ich moechte nicht mehr leben',
    'mein Sohn hat Selbstmordgedanken',
    'Suizid',
    'sie hat sich das Leben genommen',
    'ich habe eine Überdosis Tabletten genommen',
    'Ueberdosis',
    'ich ritze mich',
    'selbstverletzung verstecken',
    'Essstörung',
    'Magersucht Hilfe',
    'meine Freundin hat Bulimie',
  ]);
  staysSensitive('crisis/abuse', [
    'mein Mann schlägt mich',
    'mein mann schlaegt mich',
    'Er hat mich vergewaltigt',
    'häusliche Gewalt',
    'Frauenhaus in Köln',
    'ich wurde als Kind sexuell missbraucht',
    'ich habe Angst vor meinem Mann',
  ]);
  staysSensitive('crisis/grief', [
    'meine Mutter ist gestorben',
    'mein Opa ist letzte Woche gestorben',
    'unser Hund ist tot',
    'wir haben unser Baby verloren',
    'Fehlgeburt',
    'Beileidskarte schreiben',
    'Blumen für die Beerdigung',
    'meine Katze musste eingeschläfert werden',
    'Trauerkleidung Damen',
    'ich habe meine Frau verloren',
  ]);
  staysSensitive('crisis/diagnosis', [
    'mein Vater hat Krebs',
    'Brustkrebs',
    'Chemotherapie Mütze',
    'Oma ist dement',
    'Pflege bei Demenz',
    'Palliativpflege zu Hause',
    'unheilbar krank',
  ]);
});

describe('German that is about nothing sensitive', () => {
  staysPlain([
    'die besten Angebote',
    'die Schuhe, die Hose und die Jacke',
    'die hard',
    'Sternzeichen Krebs Kette',
    'Krebs Horoskop',
    'Wendekreis des Krebses',
    'Krebse fangen',
    'Totes Meer Salz',
    'Totenkopf Ring',
    'die toten hosen t-shirt',
    'todschickes Kleid',
    'ich sterbe vor Langeweile',
    'zum Totlachen',
    'mein Handy ist gestorben',
    'mein Akku ist leer',
    'Zeit totschlagen',
    'Schlagbohrmaschine',
    'Schlagsahne',
    'mein Freund schlägt mich im Schach',
    'Schlüssel verloren',
    'ich habe 5 Kilo verloren',
    'Giftpflanzen im Garten',
    'gift für meine Frau, also ein Geschenk',
    'Mordshunger',
    'Killerspiele ab 18',
    'Hundefutter getreidefrei',
    'Katzenbaum groß',
    'Babyschale fürs Auto',
    'schwarzes Kleid für die Hochzeit',
    'Trauerweide im Kübel',
    'Haare selbst schneiden',
    'Wanderschuhe wasserdicht',
    'Laptop unter 800 Euro',
  ]);
});
