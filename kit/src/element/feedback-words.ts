import type { ReportReason } from '../../../src/core/sale/feedback.ts';

/** What people can say of an ad, and what is said of how it was made. */
export type FeedbackWords = {
  readonly unwanted: string;
  readonly report: string;
  readonly thanks: string;
  readonly reasons: Readonly<Record<ReportReason, string>>;
  /** The label of an ad that was made, or only changed, with AI. */
  readonly made: string;
  readonly changed: string;
};

const EN: FeedbackWords = {
  unwanted: 'Not this advertiser',
  report: 'Report this ad',
  thanks: 'Thank you. Whoever runs this chat is told.',
  reasons: {
    misleading: 'Misleading or a fraud',
    offensive: 'Offensive',
    illegal: 'Illegal',
    irrelevant: 'Does not fit',
    repeated: 'Seen too often',
    other: 'Something else',
  },
  made: 'Made with AI',
  changed: 'Changed with AI',
};

const DE: FeedbackWords = {
  unwanted: 'Nicht dieser Anbieter',
  report: 'Anzeige melden',
  thanks: 'Danke. Der Betreiber dieses Chats erfährt es.',
  reasons: {
    misleading: 'Irreführend oder Betrug',
    offensive: 'Anstößig',
    illegal: 'Rechtswidrig',
    irrelevant: 'Passt nicht',
    repeated: 'Zu oft gesehen',
    other: 'Etwas anderes',
  },
  made: 'Mit KI erstellt',
  changed: 'Mit KI verändert',
};

const FR: FeedbackWords = {
  unwanted: 'Pas cet annonceur',
  report: 'Signaler cette annonce',
  thanks: 'Merci. L’éditeur de ce chat en est informé.',
  reasons: {
    misleading: 'Trompeuse ou frauduleuse',
    offensive: 'Choquante',
    illegal: 'Illégale',
    irrelevant: 'Hors sujet',
    repeated: 'Vue trop souvent',
    other: 'Autre chose',
  },
  made: 'Créé avec l’IA',
  changed: 'Modifié avec l’IA',
};

const ES: FeedbackWords = {
  unwanted: 'Este anunciante no',
  report: 'Denunciar este anuncio',
  thanks: 'Gracias. Se informa a quien gestiona este chat.',
  reasons: {
    misleading: 'Engañoso o fraudulento',
    offensive: 'Ofensivo',
    illegal: 'Ilegal',
    irrelevant: 'No viene al caso',
    repeated: 'Visto demasiadas veces',
    other: 'Otra cosa',
  },
  made: 'Hecho con IA',
  changed: 'Modificado con IA',
};

const IT: FeedbackWords = {
  unwanted: 'Non questo inserzionista',
  report: 'Segnala questo annuncio',
  thanks: 'Grazie. Chi gestisce questa chat ne è informato.',
  reasons: {
    misleading: 'Ingannevole o fraudolento',
    offensive: 'Offensivo',
    illegal: 'Illegale',
    irrelevant: 'Non pertinente',
    repeated: 'Visto troppo spesso',
    other: 'Altro',
  },
  made: 'Creato con l’IA',
  changed: 'Modificato con l’IA',
};

const PT: FeedbackWords = {
  unwanted: 'Este anunciante não',
  report: 'Denunciar este anúncio',
  thanks: 'Obrigado. Quem gere este chat é informado.',
  reasons: {
    misleading: 'Enganoso ou fraudulento',
    offensive: 'Ofensivo',
    illegal: 'Ilegal',
    irrelevant: 'Não tem a ver',
    repeated: 'Visto vezes demais',
    other: 'Outra coisa',
  },
  made: 'Feito com IA',
  changed: 'Alterado com IA',
};

const NL: FeedbackWords = {
  unwanted: 'Niet deze adverteerder',
  report: 'Deze advertentie melden',
  thanks: 'Dank je. De beheerder van deze chat krijgt bericht.',
  reasons: {
    misleading: 'Misleidend of bedrog',
    offensive: 'Aanstootgevend',
    illegal: 'Illegaal',
    irrelevant: 'Past niet',
    repeated: 'Te vaak gezien',
    other: 'Iets anders',
  },
  made: 'Gemaakt met AI',
  changed: 'Gewijzigd met AI',
};

const BY_LANGUAGE: Readonly<Record<string, FeedbackWords>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  pt: PT,
  nl: NL,
};

export function feedbackWordsFor(language: string): FeedbackWords {
  return BY_LANGUAGE[language.slice(0, 2).toLowerCase()] ?? EN;
}
