import { useEffect, useRef, useState } from 'preact/hooks';
import { PublisherKeyField, usePublisherKey } from '../../../../ui/publisher-key.tsx';
import { Message } from './message.tsx';
import { useConversation } from './use-conversation.ts';

const STARTERS = [
  'trail shoes under $150, I need them this week',
  'Which is better, an espresso machine or a french press?',
  'any deals on noise cancelling headphones?',
];

/** A conversation in which every message sends a bid request, as a publisher's chat would. */
export function ChatPage() {
  const { messages, say, startOver } = useConversation();
  const [publisher, setPublisher] = useState('');
  const [publisherKey, setPublisherKey] = usePublisherKey();
  const [isTest, setIsTest] = useState(true);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (messages.length > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [messages]);

  const send = (text: string) =>
    say(text, { publisher: publisher.trim() || undefined, isTest }, publisherKey);

  return (
    <div class="chat">
      <header class="page-head">
        <h1>Chat</h1>
        <p class="muted">Describe a product you want. The exchange answers with an ad.</p>
        {messages.length === 0 ? null : (
          <button type="button" onClick={startOver}>
            Start over
          </button>
        )}
      </header>
      <div class="chat-log" role="log" aria-label="Conversation">
        {messages.length === 0 ? (
          <Starters onChoice={send} />
        ) : (
          messages.map((message) => <Message key={message.number} message={message} />)
        )}
        <div ref={end} />
      </div>
      <MessageForm onSend={send} />
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
        <PublisherKeyField value={publisherKey} onValue={setPublisherKey} />
        <span class="muted">With a publisher, its pacing and floors apply.</span>
      </div>
    </div>
  );
}

function MessageForm({ onSend }: { readonly onSend: (text: string) => void }) {
  const [text, setText] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setText('');
    onSend(text);
  };
  return (
    <form class="chat-form" onSubmit={submit}>
      <label for="draft" class="hidden">
        Message
      </label>
      <input
        id="draft"
        value={text}
        autocomplete="off"
        placeholder="Message"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="primary">
        Send
      </button>
    </form>
  );
}

function Starters({ onChoice }: { readonly onChoice: (text: string) => void }) {
  return (
    <div class="starters">
      <p>Start with one of these, or write your own message:</p>
      {STARTERS.map((starter) => (
        <button type="button" key={starter} onClick={() => onChoice(starter)}>
          {starter}
        </button>
      ))}
    </div>
  );
}
