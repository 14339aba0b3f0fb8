/** What counts as seen: half of it on the screen for a second without a break (MRC). */
const SHARE = 0.5;
const SEEN_MS = 1_000;

/** Calls back once when the element was seen; the result stops watching. */
export function watch(element: Element, onSeen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isInView = false;
  const update = () => {
    clearTimeout(timer);
    // A tab in the background keeps its timers and its last intersection.
    if (isInView && document.visibilityState === 'visible') timer = setTimeout(finish, SEEN_MS);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const isNow = (entries.at(-1)?.intersectionRatio ?? 0) >= SHARE;
      if (isNow === isInView) return;
      isInView = isNow;
      update();
    },
    { threshold: SHARE },
  );
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
  };
  const finish = () => {
    stop();
    onSeen();
  };
  observer.observe(element);
  document.addEventListener('visibilitychange', update);
  return stop;
}
