import { boundedFaults, type Faults } from './faults.ts';
import { PARLEY } from './own-command.ts';

/** Why a file cannot be used: sentences, each of which names the file, the line and the key. */
export class FileFault {
  readonly sentences: Faults<string>;

  constructor(sentences: string | Faults<string>) {
    this.sentences = typeof sentences === 'string' ? boundedFaults([sentences]) : sentences;
  }

  /** For one line: the first sentence, and where the others are. */
  get message(): string {
    const { shown, more } = this.sentences;
    const [first = ''] = shown;
    const others = shown.length - 1 + more;
    return others > 0 ? `${first} (and ${others} more, which ${PARLEY} check lists)` : first;
  }
}
