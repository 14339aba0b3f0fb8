import type { Why } from '../ad.ts';

/** What the card itself says, in one of the languages that the rules read. All of them run from left to right. */
export type Words = {
  /** Which language it is. */
  readonly lang: string;
  readonly sponsored: string;
  readonly why: string;
  readonly dismiss: string;
  readonly dismissed: string;
  readonly because: string;
  readonly asked: string;
  readonly price: string;
  readonly upTo: string;
  readonly from: string;
  readonly intent: string;
  readonly mood: string;
  readonly stage: string;
  /** In place of the reasons and the promise, where no signal was sent. */
  readonly nothing: string;
  readonly promise: string;
  /** What was sent about the person beside the signals: the rule for personal data. */
  readonly address: Readonly<Record<NonNullable<Why['address']>, string>>;
  readonly paid: string;
  readonly behalf: string;
  readonly rated: string;
  /** The values of intent, sentiment and funnel. */
  readonly values: Readonly<Record<string, string>>;
};

export const EN: Words = {
  lang: 'en',
  sponsored: 'Sponsored',
  why: 'Why this ad?',
  dismiss: 'Dismiss this ad',
  dismissed: 'Ad dismissed.',
  because: 'Chosen for this conversation, by:',
  asked: 'Words',
  price: 'Price',
  upTo: 'up to',
  from: 'from',
  intent: 'Intent',
  mood: 'Mood',
  stage: 'Stage',
  nothing:
    'Chosen without regard to this conversation: the ad exchange got no signals of it, and none of your messages.',
  promise: 'The ad exchange got these signals, not your messages.',
  address: {
    unsent: 'No profile of you was sent, and no network address.',
    shortened:
      'No profile of you was sent. By the privacy rules that apply, advertisers do not get your full network address.',
    sent: 'No profile of you was sent. Your network address was: advertisers may use it as far as your privacy choices permit.',
  },
  paid: 'Paid for by',
  behalf: 'On behalf of',
  rated: 'Rated # of 5',
  values: {
    purchase_inquiry: 'looking to buy',
    information_seeking: 'looking for information',
    support_request: 'asking for help',
    comparison: 'comparing',
    objection_handling: 'having doubts',
    positive: 'positive',
    neutral: 'neutral',
    negative: 'negative',
    awareness: 'first look',
    consideration: 'weighing options',
    intent: 'close to a decision',
    conversion: 'ready to buy',
  },
};

export const DE: Words = {
  lang: 'de',
  sponsored: 'Anzeige',
  why: 'Warum diese Anzeige?',
  dismiss: 'Anzeige schließen',
  dismissed: 'Anzeige geschlossen.',
  because: 'Zu diesem Gespräch ausgewählt, nach:',
  asked: 'Wörter',
  price: 'Preis',
  upTo: 'bis',
  from: 'ab',
  intent: 'Absicht',
  mood: 'Stimmung',
  stage: 'Phase',
  nothing:
    'Ohne Rücksicht auf dieses Gespräch ausgewählt: Die Anzeigenbörse erhielt keine Merkmale davon und keine deiner Nachrichten.',
  promise: 'Die Anzeigenbörse erhielt diese Merkmale, nicht deine Nachrichten.',
  address: {
    unsent: 'Ein Profil von dir wurde nicht gesendet, eine Netzwerkadresse auch nicht.',
    shortened:
      'Ein Profil von dir wurde nicht gesendet. Nach den geltenden Regeln zum Datenschutz erhalten Werbende deine volle Netzwerkadresse nicht.',
    sent: 'Ein Profil von dir wurde nicht gesendet. Deine Netzwerkadresse schon: Werbende dürfen sie nutzen, soweit deine Einstellungen zum Datenschutz es erlauben.',
  },
  paid: 'Bezahlt von',
  behalf: 'Im Auftrag von',
  rated: 'Bewertet mit # von 5',
  values: {
    purchase_inquiry: 'Kaufinteresse',
    information_seeking: 'Suche nach Information',
    support_request: 'Bitte um Hilfe',
    comparison: 'Vergleich',
    objection_handling: 'Bedenken',
    positive: 'positiv',
    neutral: 'neutral',
    negative: 'negativ',
    awareness: 'erster Eindruck',
    consideration: 'Abwägen',
    intent: 'kurz vor der Entscheidung',
    conversion: 'kaufbereit',
  },
};

export const FR: Words = {
  lang: 'fr',
  sponsored: 'Sponsorisé',
  why: 'Pourquoi cette annonce ?',
  dismiss: 'Masquer cette annonce',
  dismissed: 'Annonce masquée.',
  because: 'Choisie pour cette conversation, selon :',
  asked: 'Mots',
  price: 'Prix',
  upTo: 'jusqu’à',
  from: 'à partir de',
  intent: 'Intention',
  mood: 'Humeur',
  stage: 'Étape',
  nothing:
    'Choisie sans tenir compte de cette conversation : la bourse d’annonces n’en a reçu aucun signal, ni aucun de vos messages.',
  promise: 'La bourse d’annonces a reçu ces signaux, pas vos messages.',
  address: {
    unsent: 'Aucun profil de vous n’a été envoyé, ni aucune adresse réseau.',
    shortened:
      'Aucun profil de vous n’a été envoyé. Selon les règles de confidentialité applicables, les annonceurs ne reçoivent pas votre adresse réseau complète.',
    sent: 'Aucun profil de vous n’a été envoyé. Votre adresse réseau l’a été : les annonceurs peuvent l’utiliser dans la limite de vos choix de confidentialité.',
  },
  paid: 'Payée par',
  behalf: 'Pour le compte de',
  rated: 'Note : # sur 5',
  values: {
    purchase_inquiry: 'envie d’acheter',
    information_seeking: 'recherche d’informations',
    support_request: 'demande d’aide',
    comparison: 'comparaison',
    objection_handling: 'doutes',
    positive: 'positive',
    neutral: 'neutre',
    negative: 'négative',
    awareness: 'découverte',
    consideration: 'réflexion',
    intent: 'proche d’une décision',
    conversion: 'prêt à acheter',
  },
};

export const ES: Words = {
  lang: 'es',
  sponsored: 'Patrocinado',
  why: '¿Por qué este anuncio?',
  dismiss: 'Descartar este anuncio',
  dismissed: 'Anuncio descartado.',
  because: 'Elegido para esta conversación, según:',
  asked: 'Palabras',
  price: 'Precio',
  upTo: 'hasta',
  from: 'desde',
  intent: 'Intención',
  mood: 'Ánimo',
  stage: 'Fase',
  nothing:
    'Elegido sin tener en cuenta esta conversación: la bolsa de anuncios no recibió ninguna señal de ella ni ninguno de tus mensajes.',
  promise: 'La bolsa de anuncios recibió estas señales, no tus mensajes.',
  address: {
    unsent: 'No se envió ningún perfil tuyo ni ninguna dirección de red.',
    shortened:
      'No se envió ningún perfil tuyo. Según las normas de privacidad aplicables, los anunciantes no reciben tu dirección de red completa.',
    sent: 'No se envió ningún perfil tuyo. Tu dirección de red sí: los anunciantes pueden usarla hasta donde lo permitan tus opciones de privacidad.',
  },
  paid: 'Pagado por',
  behalf: 'En nombre de',
  rated: 'Valoración: # de 5',
  values: {
    purchase_inquiry: 'quiere comprar',
    information_seeking: 'busca información',
    support_request: 'pide ayuda',
    comparison: 'compara',
    objection_handling: 'tiene dudas',
    positive: 'positivo',
    neutral: 'neutro',
    negative: 'negativo',
    awareness: 'primer contacto',
    consideration: 'comparando opciones',
    intent: 'cerca de decidir',
    conversion: 'listo para comprar',
  },
};
