import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { PublisherKeyField, usePublisherKey } from '../ui/publisher-key.tsx';
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
  const [draft, setDraft] = useState('');
  const [publisher, setPublisher] = useState('');
  const [publisherKey, setPublisherKey] = usePublisherKey();
  const [isTest, setIsTest] = useState(true);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (messages.length > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [messages]);

  const send = (text: string) => {
    if (text.trim() === '') return;
    setDraft('');
    say(text, { publisher: publisher.trim(), isTest }, publisherKey);
  };

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
      <Draft text={draft} onText={setDraft} onSend={send} />
      <Options isTest={isTest} onTest={setIsTest} publisher={publisher} onPublisher={setPublisher}>
        <PublisherKeyField value={publisherKey} onValue={setPublisherKey} />
      </Options>
    </div>
  );
}

type DraftProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: (text: string) => void;
};

function Draft({ text, onText, onSend }: DraftProps) {
  return (
    <form
      class="chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text);
      }}
    >
      <label for="draft" class="hidden">
        Message
      </label>
      <input
        id="draft"
        value={text}
        autocomplete="off"
        placeholder="Message"
        onInput={(event) => onText(event.currentTarget.value)}
      />
      <button type="submit" class="primary">
        Send
      </button>
    </form>
  );
}

type OptionsProps = {
  readonly isTest: boolean;
  readonly onTest: (isTest: boolean) => void;
  readonly publisher: string;
  readonly onPublisher: (publisher: string) => void;
  readonly children: ComponentChildren;
};

function Options({ isTest, onTest, publisher, onPublisher, children }: OptionsProps) {
  return (
    <div class="chat-options">
      <label>
        <input
          type="checkbox"
          checked={isTest}
          onChange={(event) => onTest(event.currentTarget.checked)}
        />{' '}
        Test mode: never billed
      </label>
      <label>
        Publisher{' '}
        <input
          class="small"
          value={publisher}
          placeholder="none"
          onInput={(event) => onPublisher(event.currentTarget.value)}
        />
      </label>
      {children}
      <span class="muted">With a publisher, its pacing and floors apply.</span>
    </div>
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
