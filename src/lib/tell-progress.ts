/** Says how far a long work is: what it does now, how much of it is done, and of how much, where that is known. */
export type TellProgress = (doing: string, done?: number, total?: number) => void;
