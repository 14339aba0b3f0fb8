import { useEffect, useState } from 'preact/hooks';
import type { Route } from '../router.ts';
import { unpackRequest } from './shared-request.ts';

/** Opens the request in the address, if there is one. Returns why it could not. */
export function useSharedRequest(route: Route, open: (text: string) => void): string {
  const [fault, setFault] = useState('');
  const packed = route.parameters.get('request');
  useEffect(() => {
    if (packed === null) return;
    unpackRequest(packed).then((text) => {
      setFault(text === undefined ? 'The link holds no complete request: copy it again.' : '');
      if (text !== undefined) open(text);
      // The editor has it now; a reload must not undo what is typed.
      history.replaceState(null, '', '#/playground');
    });
  }, [packed]);
  return fault;
}
