/** Gets what ends each thing that was started; the last started ends first. */
export type Closers = Pick<AsyncDisposableStack, 'defer'>;
