import { describe, expect, test } from 'bun:test';
import { createAboutReader, entriesOf, type KindOfText, sensesOfCategory } from './about.ts';
import { buildLexicon, type LexiconFile } from './build-lexicon.ts';
import { fitOf, nameSubjects, profileOf } from './fit.ts';
import { openLexicon } from './lexicon.ts';

const FILE: LexiconFile = {
  code: 'xx',
  head: 'last',
  endings: 's ies>y',
  hasCompounds: false,
  words: {
    programming: ['python compiler developer'],
    reptiles: ['python terrarium gecko'],
    footwear: ['shoe trail-shoe'],
    coffee: ['bean grinder'],
    produce: ['bean? tomato cherry'],
    law: ['lawyer court'],
    'racket-sports': ['racket court?'],
    furniture: ['desk'],
    illness: ['backache'],
  },
};
const LEXICON = openLexicon(FILE, buildLexicon(FILE));

function aboutOf(words: string, kind: KindOfText = 'talk') {
  const reader = createAboutReader();
  for (const word of words.split(' ')) reader.addEntries(entriesOf([word], 0, LEXICON), 1);
  return reader.finish(kind);
}
const named = (words: string, kind?: KindOfText) => {
  const about = aboutOf(words, kind);
  return about === undefined ? undefined : nameSubjects(about);
};

describe('a word with several senses', () => {
  test('is settled by the words beside it', () => {
    expect(named('python terrarium')).toBe('reptiles');
    expect(named('python compiler')).toBe('programming');
    expect(named('court racket')).toBe('racket sports');
  });
  test('has both where nothing is beside it, the usual one first', () => {
    expect(named('python')).toBe('programming and reptiles');
    expect(aboutOf('bean')?.shares.map((share) => share.toFixed(2))).toEqual(['0.77', '0.23']);
  });
});

describe('what counts', () => {
  test('who speaks of illness speaks of little else, unless somebody wants to buy', () => {
    expect(named('desk backache')).toBe('illness and furniture');
    expect(named('desk backache', 'purchase')).toBe('furniture and illness');
  });
  test('the word that names the thing counts more than those beside it', () => {
    const reader = createAboutReader();
    reader.addEntries(entriesOf(['grinder', 'shoe', 'desk'], 1, LEXICON), 1);
    const about = reader.finish();
    expect(about && nameSubjects(about)).toStartWith('shoes');
    expect(about?.shares[0]).toBeGreaterThan(0.4);
  });
});

describe('a lexicon', () => {
  const knows = (key: string) => LEXICON.sensesOf(key) !== undefined;
  test('knows words and phrases in their forms', () => {
    expect(['shoes', 'cherries', 'trail-shoes'].map(knows)).toEqual([true, true, true]);
    expect(LEXICON.entryAt(['red', 'trail', 'shoes'], 1)?.length).toBe(2);
    expect(LEXICON.entryAt(['trail', 'running'], 0)).toBeUndefined();
  });
  test('finds the thing at the end of a compound, where its beginning is known, and not in words that only end alike', () => {
    const file = {
      ...FILE,
      hasCompounds: true,
      endings: 'e',
      words: { footwear: ['schuh'], running: ['lauf'], appliances: ['waschmaschine'] },
      starts: ['mini'],
      plain: ['laufschuh-x minischuh'],
    };
    const { sensesOf } = openLexicon(file, buildLexicon(file));
    const finds = (word: string) => sensesOf(word) !== undefined;
    expect(['laufschuhe', 'laufsschuh', 'xyzwaschmaschine'].map(finds)).toEqual([true, true, true]);
    expect(['xyzschuh', 'minischuh', 'schuhx'].map(finds)).toEqual([false, false, false]);
    expect(finds(`${'a'.repeat(30)}waschmaschine`)).toBe(false);
  });
});

test('the fit is 1 for the same subject, less for one that goes well with it, and 0 for another', () => {
  const profile = profileOf({
    subjects: [...sensesOfCategory('IAB17-30')].map((s) => s.subject),
    shares: [1],
  });
  const fitWith = (category: string) => {
    const reader = createAboutReader();
    reader.addSenses(sensesOfCategory(category), 1);
    const about = reader.finish();
    return about && fitOf(about, profile);
  };
  expect(fitWith('IAB17-30')).toBe(1);
  expect(fitWith('IAB17-42')).toBeCloseTo(0.7, 5);
  expect(fitWith('IAB13-6')).toBe(0);
  expect(fitOf({ subjects: [1], shares: [1] }, profileOf(undefined))).toBeUndefined();
});
