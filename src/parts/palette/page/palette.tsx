import { useEffect, useRef, useState } from 'preact/hooks';
import { comboboxOf, Listbox } from '../../../ui/listbox.tsx';
import type { MenuPage } from '../../../ui/shell/page-list.ts';
import { type FoundThing, findPages, findThings, LABELS } from './find.ts';

/** So that not every letter asks the server. */
const PAUSE_MS = 150;

const LIST_ID = 'found';

type PaletteProps = { readonly pages: readonly MenuPage[]; readonly onClose: () => void };

/** Finds pages and things by a part of their name, and opens one. */
export function Palette({ pages, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const things = useThings(text.trim());
  const found = [...findPages(pages, text.trim()), ...(things ?? [])];
  useEffect(() => dialog.current?.showModal(), []);
  const open = (one: FoundThing | undefined) => {
    if (one === undefined) return;
    dialog.current?.close();
    location.hash = one.href;
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(found[chosen]);
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setChosen((chosen + step + found.length) % found.length);
  };
  return (
    <dialog ref={dialog} class="help palette" aria-label="Search" onClose={onClose}>
      <input
        type="search"
        {...comboboxOf(LIST_ID, found.length, chosen)}
        aria-label="Search pages, campaigns, advertisers, publishers and requests"
        placeholder="A page, campaign, advertiser, publisher or request id"
        autocomplete="off"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <Listbox
        id={LIST_ID}
        label="Found"
        options={found}
        keyOf={({ href }) => href}
        active={chosen}
        onChoose={open}
      >
        {({ name, kind }) => (
          <>
            {name} <span class="muted">{LABELS[kind]}</span>
          </>
        )}
      </Listbox>
      {found.length === 0 && things !== undefined ? (
        <p class="muted" role="status">
          Nothing has this in its name.
        </p>
      ) : null}
    </dialog>
  );
}

/** What the server finds; undefined until it has answered. An answer to what is not asked any more is not shown. */
function useThings(text: string): readonly FoundThing[] | undefined {
  const [found, setFound] = useState<{
    readonly of: string;
    readonly all: readonly FoundThing[];
  }>();
  useEffect(() => {
    if (text === '') return undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      const all = await findThings(text);
      if (!isOver) setFound({ of: text, all });
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  if (text === '') return [];
  return found?.of === text ? found.all : undefined;
}
