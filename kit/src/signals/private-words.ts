import { detectLanguages } from './detect-language.ts';
import { LANGUAGES, type Language } from './language.ts';
import { FIRST_NAMES, NAMED_THINGS } from './names.ts';
import { matchAt } from './phrases.ts';
import { withoutSecrets } from './secrets.ts';
import { type Message, textsOfUser } from './signals.ts';
import { STRUCK_OUT, type Token, tokenize } from './tokens.ts';

/**
 * Takes addresses out of a text before it is read: e-mail addresses, URLs, domains, handles. Word by
 * word, so that it takes linear time.
 */
export function withoutAddresses(text: string): string {
  return text.replace(/\S+/g, (chunk) => (isAddress(chunk) ? ` ${STRUCK_OUT} ` : chunk));
}

const DOMAIN_END =
  /\.(?:com|net|org|edu|gov|io|co|ai|app|dev|de|fr|es|at|ch|be|uk|us|ca|au|eu|info|biz|shop|store|me|tv|example|test|mx|ar|it|nl|ru|cn|xyz|online)(?:[/:?#]|[^\p{L}\p{N}]*$)/iu;
/** `bit.ly/…`: with a path, whatever it ends in. */
const WITH_PATH = /[\p{L}\p{N}]\.\p{L}{2,24}(?::\d{1,5})?\//u;

function isAddress(chunk: string): boolean {
  return (
    chunk.includes('@') ||
    chunk.includes('://') ||
    /^\W*www\./i.test(chunk) ||
    /[([]at[)\]]/i.test(chunk) ||
    DOMAIN_END.test(chunk) ||
    WITH_PATH.test(chunk)
  );
}

/** Which tokens tell who someone is: names, numbers of orders, cards, accounts and telephones. */
export function findPrivate(tokens: readonly Token[], language: Language): ReadonlySet<number> {
  const found = new Set<number>();
  const mark = (start: number, end: number) => {
    for (let at = start; at < end; at++) found.add(at);
  };
  for (let at = 0; at < tokens.length; at++) {
    mark(at, nameEnd(tokens, at, language));
    mark(at, numberEnd(tokens, at));
    const introduction = matchAt(language.introductions, tokens, at);
    if (introduction !== undefined)
      mark(introduction.end, introducedEnd(tokens, introduction.end, language));
    const owner = matchAt(language.owners, tokens, at);
    if (owner !== undefined && !language.stop.has(tokens[owner.end]?.key ?? ''))
      mark(owner.end, introducedEnd(tokens, owner.end, language));
    const titled = titledStart(tokens, at, language);
    if (titled !== undefined) mark(titled, titledEnd(tokens, titled, language));
  }
  return found;
}

const NAME_WORDS_MAX = 5;
const PARTICLE =
  /^(?:von|van|vom|zu|der|den|de|del|della|da|di|du|dos|la|le|el|al|bin|ibn|y|st|mc|o)$/;

/** All that may be a name behind "my name is". */
function introducedEnd(tokens: readonly Token[], start: number, { stop }: Language): number {
  let end = start;
  while (end < start + NAME_WORDS_MAX) {
    const token = tokens[end];
    const isParticle = PARTICLE.test(token?.key ?? '') && tokens[end + 1]?.isCapitalised === true;
    if (token?.kind !== 'word' || (stop.has(token.key) && end > start && !isParticle)) break;
    end++;
  }
  return end;
}

/** Where a name begins behind "Mr" or "Mr."; "meine Frau" is no title. */
function titledStart(tokens: readonly Token[], at: number, language: Language): number | undefined {
  const isTitle = tokens[at]?.kind === 'word' && language.titles.has(tokens[at]?.key ?? '');
  if (!isTitle || language.definite.has(tokens[at - 1]?.key ?? '')) return undefined;
  if (NAMED_THINGS.has(`${tokens[at]?.key}-${tokens[at + 1]?.key}`)) return undefined;
  return tokens[at + 1]?.text === '.' ? at + 2 : at + 1;
}

/** A word in any case, and what is capitalised behind it. */
function titledEnd(tokens: readonly Token[], start: number, { stop }: Language): number {
  const first = tokens[start];
  if (first?.kind !== 'word' || (stop.has(first.key) && !PARTICLE.test(first.key))) return start;
  let end = start + 1;
  while (end < start + NAME_WORDS_MAX) {
    const token = tokens[end];
    const isParticle = PARTICLE.test(token?.key ?? '') && tokens[end + 1]?.isCapitalised === true;
    if (token?.kind !== 'word' || !(isParticle || (token.isCapitalised && !stop.has(token.key))))
      break;
    end++;
  }
  return end;
}

/** A first name and what follows it as a surname; or a capitalised word behind "my sister". */
function nameEnd(tokens: readonly Token[], at: number, language: Language): number {
  const token = tokens[at];
  if (token?.kind !== 'word') return at;
  const next = tokens[at + 1];
  if (NAMED_THINGS.has(`${token.key}-${next?.key}`)) return at;
  if (FIRST_NAMES.has(withoutPossessive(token))) {
    return isSurname(next, language) ? at + 2 : at + 1;
  }
  const isAddressed = at > 0 && language.beforeNames.has(tokens[at - 1]?.key ?? '');
  if (!isAddressed || !isSurname(token, language)) return at;
  return isSurname(next, language) ? at + 2 : at + 1;
}

function withoutPossessive({ text, key }: Token): string {
  return /['’]s$/.test(text) ? key.slice(0, -1) : key;
}

function isSurname(token: Token | undefined, { stop, topicOfWord }: Language): boolean {
  return (
    token?.kind === 'word' &&
    token.isCapitalised &&
    !stop.has(token.key) &&
    topicOfWord(token.key) === undefined
  );
}

const NUMBERED =
  /^(?:order|tracking|invoice|reference|ref|ticket|confirmation|booking|serial|account|customer|iban|bestellung|bestellnummer|rechnung|sendung|kundennummer|commande|facture|suivi|pedido|factura|seguimiento|ordine|fattura|spedizione|passport|ssn|nr|no|number|nummer|numero|id)$/;
/** Model numbers are shorter. */
const LONG_DIGITS = /\d{5}/;
const DIGITS_MAX = 5;

/** Codes that hold many digits, or stand behind "order" and the like; streets with their numbers. */
function numberEnd(tokens: readonly Token[], at: number): number {
  const token = tokens[at];
  if (token === undefined) return at;
  if (/\d/.test(token.text) && isCode(tokens, at)) return at + 1;
  if (/(?:strasse|str|weg|platz|allee)$/.test(token.key) && tokens[at + 1]?.kind === 'number')
    return at + 2;
  const isStreet =
    token.kind === 'number' &&
    /^(?:street|st|avenue|ave|road|rd|lane|drive|rue|calle)$/.test(tokens[at + 2]?.key ?? '');
  return isStreet ? at + 3 : at;
}

function isCode(tokens: readonly Token[], at: number): boolean {
  const { text = '', kind } = tokens[at] ?? {};
  const digits = text.replace(/\D/g, '').length;
  if (kind === 'word' && (digits > DIGITS_MAX || (tokens[at + 1]?.kind === 'number' && digits > 1)))
    return true;
  if (LONG_DIGITS.test(text)) return true;
  const before = [tokens[at - 1], tokens[at - 2]].map((token) => token?.key ?? '');
  return before.some((key) => NUMBERED.test(key)) || before[0] === '#';
}

/**
 * Ruling 67, for signals that were not read by the rules: the words of the user that are part of a secret, an
 * address, a number or a name, whatever language they are in.
 */
export function wordsToldInPrivate(messages: readonly Message[]): ReadonlySet<string> {
  const texts = textsOfUser(messages);
  const read = texts.map((text) => tokenize(withoutSecrets(withoutAddresses(text))));
  const languages = detectLanguages(read);
  const open = new Set(
    read.flatMap((tokens, at) => {
      const { language = null } = languages[at] ?? {};
      const names = (language === null ? LANGUAGES : [language]).map((one) =>
        findPrivate(tokens, one),
      );
      return tokens.flatMap(({ key }, index) =>
        names.some((found) => found.has(index)) ? [] : key,
      );
    }),
  );
  const said = texts.flatMap((text) => tokenize(text)).map(({ key }) => key);
  return new Set(said.filter((key) => !open.has(key)));
}
