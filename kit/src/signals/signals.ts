export type Message = {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
};

export type Signals = {
  readonly keywords: readonly string[];
  readonly price: {
    readonly min?: number;
    readonly max?: number;
    readonly currency?: string;
  } | null;
  readonly intent: {
    readonly value: string;
    readonly confidence: number;
    readonly topics: readonly string[];
    readonly signals: readonly string[];
  } | null;
  readonly sentiment: {
    readonly value: 'positive' | 'neutral' | 'negative';
    readonly score: number;
  } | null;
  readonly funnel: { readonly stage: string; readonly progress: number } | null;
  readonly sensitive: { readonly class: string; readonly words: readonly string[] } | null;
  readonly language: string;
  readonly sources: Readonly<Record<string, readonly string[]>>;
};
