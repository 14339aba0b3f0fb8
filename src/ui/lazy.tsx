import { type FunctionComponent, h } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Failure } from './empty.tsx';

/** A page whose code is loaded when it is first opened, so that what is around it opens fast. */
export function lazyPage<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  return function LazyPage(props) {
    const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
    const open = useCallback(async () => {
      setState('loading');
      loaded = await load().catch(() => undefined);
      setState(loaded === undefined ? 'failed' : 'ready');
    }, []);
    useEffect(() => {
      if (loaded === undefined) open();
    }, [open]);
    if (loaded !== undefined) return h(loaded, props);
    if (state === 'failed') return <Failure reason="This page could not be loaded." retry={open} />;
    return <p class="opening">Opening …</p>;
  };
}
