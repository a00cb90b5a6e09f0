/** Dialogs that outlive what they were opened from: a row may leave its list, or its list become cards, while somebody types in one. */
import { createContext, Fragment, Suspense, use, useState, type ReactNode } from 'react';

type Draw = (close: () => void) => ReactNode;
const Opening = createContext<((draw: Draw) => void) | undefined>(undefined);

/** Shows one dialog at a time above everything inside. */
export function DialogStage({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<{ readonly draw: Draw; readonly nth: number }>();
  const [open] = useState(() => (draw: Draw) => setShown((last) => ({ draw, nth: (last?.nth ?? 0) + 1 })));
  return (
    <Opening value={open}>
      {children}
      {shown && (
        <Suspense fallback={null}>
          <Fragment key={shown.nth}>{shown.draw(() => setShown(undefined))}</Fragment>
        </Suspense>
      )}
    </Opening>
  );
}

/** Opens a dialog; it stands until it closes itself, whatever becomes of who opened it. */
export function useDialogStage(): (draw: Draw) => void {
  const open = use(Opening);
  if (open === undefined) throw new Error('there is no stage to show a dialog on');
  return open;
}
