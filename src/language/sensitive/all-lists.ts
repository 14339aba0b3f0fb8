import ar from './lists/ar.json';
import bg from './lists/bg.json';
import bn from './lists/bn.json';
import ca from './lists/ca.json';
import cs from './lists/cs.json';
import da from './lists/da.json';
import de from './lists/de.json';
import el from './lists/el.json';
import en from './lists/en.json';
import es from './lists/es.json';
import et from './lists/et.json';
import fa from './lists/fa.json';
import fi from './lists/fi.json';
import fil from './lists/fil.json';
import fr from './lists/fr.json';
import he from './lists/he.json';
import hi from './lists/hi.json';
import hr from './lists/hr.json';
import hu from './lists/hu.json';
import id from './lists/id.json';
import it from './lists/it.json';
import ja from './lists/ja.json';
import ko from './lists/ko.json';
import lt from './lists/lt.json';
import lv from './lists/lv.json';
import ms from './lists/ms.json';
import nb from './lists/nb.json';
import nl from './lists/nl.json';
import pl from './lists/pl.json';
import pt from './lists/pt.json';
import ro from './lists/ro.json';
import ru from './lists/ru.json';
import sk from './lists/sk.json';
import sl from './lists/sl.json';
import sr from './lists/sr.json';
import sv from './lists/sv.json';
import sw from './lists/sw.json';
import th from './lists/th.json';
import tr from './lists/tr.json';
import uk from './lists/uk.json';
import ur from './lists/ur.json';
import vi from './lists/vi.json';
import zh from './lists/zh.json';
import type { WordList } from './word-list.ts';

/** Every list counts for every text: a request does not reliably say in which language people write. */
export const ALL_LISTS: readonly WordList[] = [
  en,
  de,
  fr,
  es,
  ar,
  bg,
  bn,
  ca,
  cs,
  da,
  el,
  et,
  fa,
  fi,
  fil,
  he,
  hi,
  hr,
  hu,
  id,
  it,
  ja,
  ko,
  lt,
  lv,
  ms,
  nb,
  nl,
  pl,
  pt,
  ro,
  ru,
  sk,
  sl,
  sr,
  sv,
  sw,
  th,
  tr,
  uk,
  ur,
  vi,
  zh,
];
