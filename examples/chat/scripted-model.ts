import type { Message } from '@parley/kit';

/** Answers from a script, at the pace of a model. It needs no key and no network. */
export async function* scripted(messages: readonly Message[]): AsyncIterable<string> {
  const last = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const { answer } = SCRIPT.find(({ when }) => when.test(last)) ?? { answer: OTHERWISE };
  for (const words of answer.match(/\S+\s*/g) ?? []) {
    await new Promise((resolve) => setTimeout(resolve, WORD_MS));
    yield words;
  }
}

const WORD_MS = 22;

type Line = { readonly when: RegExp; readonly answer: string };

const SCRIPT: readonly Line[] = [
  {
    when: /\b(?:died|passed away|funeral|grief|miscarriage)\b/i,
    answer: `I am so sorry. Losing someone you love hurts, and there is no right way to feel about it.

If you would like to, tell me about them. And if today is too much, it can help to call a friend and say just that.`,
  },
  {
    when: /\b(?:kill myself|suicid|self[- ]harm|hurt myself)/i,
    answer: `I am glad that you told me. You do not have to get through this alone.

If you might act on it, please call your local emergency number now. In the US and Canada you can call or text 988 at any hour; findahelpline.com lists numbers elsewhere.`,
  },
  {
    when: /\b(?:shoe|shoes|trail|running|runner)\b/i,
    answer: `For wet rock and roots, the outsole matters most. Look for three things:

• Lugs of 4 to 5 mm. Shorter ones skate on mud, longer ones feel unstable on rock.
• A soft, sticky rubber. Hard rubber lasts longer and slips sooner.
• A rock plate, if your paths are stony.

Try them on in the afternoon, with the socks you run in, and leave a thumb's width in front of your toes.`,
  },
  {
    when: /\b(?:headphone|headphones|earbuds|noise)\b/i,
    answer: `On trains and planes, over-ear headphones with active noise cancelling are the quietest: they take away the low rumble that foam cannot.

Check the weight if you wear them for hours (under 270 g is comfortable), and whether they play by cable when the battery is empty.`,
  },
  {
    when: /\b(?:coffee|espresso|grinder|beans)\b/i,
    answer: `Start with the grinder. A good burr grinder and a simple brewer taste better than an expensive machine with stale, unevenly ground coffee.

For one or two cups a morning, a pour-over or a French press is enough. Buy beans with a roast date, and use them within a month.`,
  },
  {
    when: /\b(?:trip|travel|train|holiday|vacation|weekend|italy|coast)\b/i,
    answer: `Ten days by train along the coast is a lovely pace: three or four stops, two or three nights each, and never more than four hours on board in one go.

Travel between lunch and dinner. You lose no morning, and the light from the window is at its best.`,
  },
  {
    when: /\b(?:hi|hello|hey|good (?:morning|evening))\b/i,
    answer: 'Hello! What is on your mind today?',
  },
];

const OTHERWISE = `I only know my script: shoes, headphones, coffee and journeys by train. Ask me about one of them, or open examples/chat/model.ts and put a real model in my place.`;
