import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Ad } from '../../src/parley.ts';
import { ParleyAd } from '../../src/react.ts';

/** A chat that draws its ads again and again, as React does. */
function Chat({ ad }: { readonly ad: Ad }) {
  const [count, setCount] = useState(0);
  const [isDismissed, setIsDismissed] = useState(false);
  return (
    <>
      <ParleyAd key={count} ad={{ ...ad }} theme="dark" onDismiss={() => setIsDismissed(true)} />
      <button type="button" onClick={() => setCount(count + 1)}>
        Again {count}
      </button>
      <p>{isDismissed ? 'The chat knows.' : ''}</p>
    </>
  );
}

Object.assign(globalThis, {
  show(ad: Ad) {
    const root = document.querySelector('main');
    if (root === null) return;
    createRoot(root).render(
      <StrictMode>
        <Chat ad={ad} />
      </StrictMode>,
    );
  },
});
