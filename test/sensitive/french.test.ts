import { describe } from 'bun:test';
import { staysPlain, staysSensitive } from './language-cases.ts';

describe('French that is about a crisis', () => {
  staysSensitive('crisis/self-harm', [
    "j'ai envie de mourir",
    'jai envie de mourir',
    'J’ai envie de mourir',
    'je veux mourir',
    'je veux même mourir',
    'je ne veux plus vivre',
    'je vais me tuer',
    'il a fait une tentative de suicide',
    'pensées suicidaires',
    'idees suicidaires',
    'overdose de médicaments',
    'ma fille se scarifie',
    'automutilation',
    'anorexie',
    'je suis boulimique',
    'trouble du comportement alimentaire',
    'mettre fin à mes jours',
  ]);
  staysSensitive('crisis/abuse', [
    'mon mari me frappe',
    'il me bat',
    "j'ai été violée",
    'violences conjugales',
    'mon père a abusé de moi',
    'agression sexuelle',
    'mon copain m’a étranglée',
  ]);
  staysSensitive('crisis/grief', [
    'ma mère est morte',
    'mon père vient de mourir',
    'mon chat est mort',
    'nous avons perdu notre bébé',
    'fausse couche',
    'message de condoléances',
    'fleurs pour un enterrement',
    'faire euthanasier mon chien',
    'j’ai perdu mon mari',
    'en deuil',
  ]);
  staysSensitive('crisis/diagnosis', [
    'cancer du sein',
    'ma sœur a un cancer',
    'ma soeur a une tumeur au cerveau',
    'chimiothérapie',
    'mon père a la maladie d’Alzheimer',
    'soins palliatifs',
    'en phase terminale',
  ]);
});

describe('French that is about nothing sensitive', () => {
  staysPlain([
    'je meurs de faim',
    'mort de rire',
    'mon ami est mort de rire',
    'un gâteau à mourir de plaisir',
    'la mer morte',
    'nature morte',
    'point mort',
    'mon téléphone est mort',
    'la batterie est morte',
    'signe astrologique cancer',
    'horoscope du cancer',
    'tropique du cancer',
    'tuer le temps',
    'suicide squad',
    'veuve clicquot',
    'enterrement de vie de garçon',
    'violon',
    'violet',
    'viola',
    'pain complet',
    'j’ai perdu mes clés',
    'j’ai perdu 5 kilos',
    'couper les cheveux',
    'je me coupe les cheveux',
    'croquettes pour chien',
    'jouet pour chat',
    'mon mari me bat aux échecs',
    'il me bat toujours au tennis',
    'robe noire de soirée',
    'chaussures de randonnée',
    'coup de cœur',
    'ordinateur portable pas cher',
  ]);
});
