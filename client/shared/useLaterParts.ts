/** Has the later parts of this build fetched once somebody is signed in, the first screen stands and the line is up. */
import { useEffect, useState } from 'react';
import { useApp } from './app';
import { useAppSelector } from './createStore';
import { selectSigned } from './session';

/** The first screen and what it asks for come first. */
const AFTER_MS = 3_000;

/** Who pays for every byte is asked for none in advance. */
function savesData(): boolean {
  // Not every browser has it, and the types of the DOM do not know it.
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** Fetches what the list names once the page is calm; begins at once when it is asked again. */
function ofThisPage() {
  const list = document.querySelector<HTMLMetaElement>('meta[name="later-parts"]')?.content;
  if (list === undefined || savesData()) return undefined;
  const parts = new Promise<void>((done) => setTimeout(done, AFTER_MS)).then(async () =>
    (await import('./laterParts')).createLaterParts(list),
  );
  return () => {
    let stop: (() => void) | undefined;
    let over = false;
    void parts.then(
      ({ start }) => {
        if (!over) stop = start();
      },
      () => undefined,
    );
    return () => {
      over = true;
      stop?.();
    };
  };
}

export function useLaterParts(up: boolean): void {
  const { realm } = useApp();
  const signed = useAppSelector(selectSigned(realm)) !== null;
  const [fetchThem] = useState(ofThisPage);
  useEffect(() => (signed && up ? fetchThem?.() : undefined), [fetchThem, signed, up]);
}
