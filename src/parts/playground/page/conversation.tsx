import { useState } from 'preact/hooks';
import { bidRequestOf } from '../../../../kit/src/bid-request.ts';
import type { Signals } from '../../../../kit/src/parley.ts';
import { readVisitor } from '../../../../kit/src/visitor.ts';
import { callsOf } from '../../../ui/calls.ts';
import type { PLAYGROUND_OPS } from '../operations.ts';
import type { Tried } from './answer.tsx';
import { useKept } from './kept.ts';

const { call } = callsOf<typeof PLAYGROUND_OPS>();

const STARTERS = [
  'trail shoes under $150, I need them this week',
  'Which is better, an espresso machine or a french press?',
  'any deals on noise cancelling headphones?',
];

const MESSAGES_MAX = 100;

type Said = {
  readonly startMs: number;
  readonly texts: readonly string[];
  /** Of all texts together; undefined until they are read. */
  readonly signals?: Signals;
};

type ConversationProps = {
  readonly isBusy: boolean;
  readonly onRequest: (text: string) => Promise<void>;
  readonly onAnswer: (tried: Tried) => void;
};

/** Messages as a reader writes them. Each makes the bid request that the publisher's kit would send. */
export function Conversation({ isBusy, onRequest, onAnswer }: ConversationProps) {
  const [said, setSaid] = useKept<Said>('conversation', started);
  const [draft, setDraft] = useState('');
  const [publisher, setPublisher] = useState('');
  const [isTest, setIsTest] = useState(true);
  const { startMs, texts } = said;

  const say = async (text: string) => {
    if (text.trim() === '' || isBusy) return;
    setDraft('');
    const all = { startMs, texts: [...texts, text].slice(-MESSAGES_MAX) };
    setSaid(all);
    const messages = all.texts.map((content) => ({ role: 'user' as const, content }));
    const derived = await call('POST /api/derive', { body: { messages } });
    if (derived.kind === 'failed') return onAnswer(derived);
    const signals = derived.value;
    setSaid({ ...all, signals });
    const keptBack = keptBackBy(signals);
    if (keptBack !== undefined) return onAnswer({ kind: 'kept-back', ...keptBack });
    const turn = {
      requestId: `chat-${startMs.toString(36)}-${all.texts.length}`,
      conversation: { messages: [], turn: all.texts.length, messageLength: text.length },
      signals,
      visitor: readVisitor({}, undefined, { origin: 'http://chat.example.com', trustedProxies: 0 }),
      client: { isQuickReply: false, sessionDurationMs: Date.now() - startMs },
      // A person waits as long as the exchange takes.
      leftMs: Number.POSITIVE_INFINITY,
    };
    const request = bidRequestOf(turn, { publisher: publisher.trim() || undefined, isTest });
    await onRequest(JSON.stringify(request, null, 2));
  };

  return (
    <div class="conversation">
      <div role="log" aria-label="Conversation">
        {texts.map((text, index) => (
          <p class="bubble person" key={index}>
            {text}
          </p>
        ))}
      </div>
      {said.signals === undefined ? null : <Chips signals={said.signals} />}
      <form
        class="chat-form"
        onSubmit={(event) => {
          event.preventDefault();
          say(draft);
        }}
      >
        <input
          aria-label="Message"
          value={draft}
          autocomplete="off"
          placeholder="What a reader would write"
          onInput={(event) => setDraft(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          Say it
        </button>
      </form>
      {texts.length > 0 ? (
        <button type="button" onClick={() => setSaid(started)}>
          Start over
        </button>
      ) : (
        STARTERS.map((starter) => (
          <button type="button" class="starter" key={starter} onClick={() => say(starter)}>
            {starter}
          </button>
        ))
      )}
      <div class="chat-options">
        <label>
          <input
            type="checkbox"
            checked={isTest}
            onChange={(event) => setIsTest(event.currentTarget.checked)}
          />{' '}
          Test mode: never billed
        </label>
        <label>
          Publisher{' '}
          <input
            class="small"
            value={publisher}
            placeholder="none"
            onInput={(event) => setPublisher(event.currentTarget.value)}
          />
        </label>
        <span class="muted">With a publisher, its pacing and floors apply.</span>
      </div>
    </div>
  );
}

const started = (): Said => ({ startMs: Date.now(), texts: [] });

/** As the kit does: nothing of a conversation in crisis, or in an unknown language, leaves the publisher's server. */
function keptBackBy({ sensitive, language, unwanted }: Signals) {
  if (sensitive?.class === 'crisis') return { reason: 'sensitive', detail: null } as const;
  if (language === '') return { reason: 'unknown-language', detail: null } as const;
  return unwanted === null ? undefined : ({ reason: 'unwanted', detail: unwanted.reason } as const);
}

/** The signals read from the conversation, each with the words it was read from. */
function Chips({ signals }: { readonly signals: Signals }) {
  const { keywords, price, intent, sentiment, funnel, language, sources } = signals;
  const read: readonly (readonly [string, string | undefined, readonly string[] | undefined])[] = [
    ...keywords.map((keyword) => ['keyword', keyword, [keyword]] as const),
    ['price', price === null ? undefined : priceWords(price), sources.price],
    ['intent', intent?.value, sources.intent],
    ...(intent?.signals ?? []).map((signal) => ['signal', signal, sources.funnel] as const),
    ['mood', sentiment?.value, sources.sentiment],
    ['stage', funnel?.stage, sources.funnel],
    ['language', language || undefined, sources.language],
  ];
  return (
    <ul class="chips" aria-label="Derived signals">
      {read.map(([name, value, words = []]) =>
        value === undefined ? null : (
          <li
            class={`chip ${name}`}
            title={words.length === 0 ? 'No word says otherwise' : `“${words.join('”, “')}”`}
            key={`${name} ${value}`}
          >
            <span class="muted">{name}</span> {value.replaceAll('_', ' ')}
          </li>
        ),
      )}
    </ul>
  );
}

function priceWords({ min, max, currency = '' }: NonNullable<Signals['price']>): string {
  const amount = (value: number) => `${value.toLocaleString()} ${currency}`.trim();
  if (min !== undefined && max !== undefined) return `${min.toLocaleString()} to ${amount(max)}`;
  return max === undefined ? `from ${amount(min ?? 0)}` : `up to ${amount(max)}`;
}
