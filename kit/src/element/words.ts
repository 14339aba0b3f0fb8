/** What the card itself says, in the languages that the rules read. */
export type Words = {
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
  readonly paid: string;
  readonly rated: string;
  /** The values of intent, sentiment and funnel. */
  readonly values: Readonly<Record<string, string>>;
};

const EN: Words = {
  sponsored: 'Sponsored',
  why: 'Why this ad?',
  dismiss: 'Dismiss this ad',
  dismissed: 'Ad dismissed.',
  because: 'Chosen for this conversation, by:',
  asked: 'Topic',
  price: 'Price',
  upTo: 'up to',
  from: 'from',
  intent: 'Intent',
  mood: 'Mood',
  stage: 'Stage',
  nothing:
    'Chosen without regard to this conversation: the ad exchange got no signals of it, and none of your messages.',
  promise: 'The ad exchange got these signals, not your messages.',
  paid: 'Paid for by',
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

const DE: Words = {
  sponsored: 'Anzeige',
  why: 'Warum diese Anzeige?',
  dismiss: 'Anzeige schließen',
  dismissed: 'Anzeige geschlossen.',
  because: 'Zu diesem Gespräch ausgewählt, nach:',
  asked: 'Thema',
  price: 'Preis',
  upTo: 'bis',
  from: 'ab',
  intent: 'Absicht',
  mood: 'Stimmung',
  stage: 'Phase',
  nothing:
    'Ohne Rücksicht auf dieses Gespräch ausgewählt: Die Anzeigenbörse erhielt keine Merkmale davon und keine deiner Nachrichten.',
  promise: 'Die Anzeigenbörse erhielt diese Merkmale, nicht deine Nachrichten.',
  paid: 'Bezahlt von',
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

const FR: Words = {
  sponsored: 'Sponsorisé',
  why: 'Pourquoi cette annonce ?',
  dismiss: 'Masquer cette annonce',
  dismissed: 'Annonce masquée.',
  because: 'Choisie pour cette conversation, selon :',
  asked: 'Sujet',
  price: 'Prix',
  upTo: 'jusqu’à',
  from: 'à partir de',
  intent: 'Intention',
  mood: 'Humeur',
  stage: 'Étape',
  nothing:
    'Choisie sans tenir compte de cette conversation : la bourse d’annonces n’en a reçu aucun signal, ni aucun de vos messages.',
  promise: 'La bourse d’annonces a reçu ces signaux, pas vos messages.',
  paid: 'Payée par',
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

const ES: Words = {
  sponsored: 'Patrocinado',
  why: '¿Por qué este anuncio?',
  dismiss: 'Descartar este anuncio',
  dismissed: 'Anuncio descartado.',
  because: 'Elegido para esta conversación, según:',
  asked: 'Tema',
  price: 'Precio',
  upTo: 'hasta',
  from: 'desde',
  intent: 'Intención',
  mood: 'Ánimo',
  stage: 'Fase',
  nothing:
    'Elegido sin tener en cuenta esta conversación: la bolsa de anuncios no recibió ninguna señal de ella ni ninguno de tus mensajes.',
  promise: 'La bolsa de anuncios recibió estas señales, no tus mensajes.',
  paid: 'Pagado por',
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

const BY_LANGUAGE: Readonly<Record<string, Words>> = { en: EN, de: DE, fr: FR, es: ES };

export function wordsFor(language: string): Words {
  return BY_LANGUAGE[language.slice(0, 2).toLowerCase()] ?? EN;
}
