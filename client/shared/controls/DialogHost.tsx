/** Hosts dialogs that stay open when their opener unmounts: a row may leave its list while somebody types in a dialog. */
import { createContext, Fragment, Suspense, use, useState, type ReactNode } from 'react';

type RenderDialog = (close: () => void) => ReactNode;
const OpenDialogContext = createContext<((renderDialog: RenderDialog) => void) | undefined>(undefined);

/** Shows one dialog at a time. */
export function DialogHost({ children }: { readonly children: ReactNode }) {
  const [dialog, setDialog] = useState<{ readonly render: RenderDialog; readonly key: number }>();
  const [open] = useState(
    () => (renderDialog: RenderDialog) =>
      setDialog((previous) => ({ render: renderDialog, key: (previous?.key ?? 0) + 1 })),
  );
  return (
    <OpenDialogContext value={open}>
      {children}
      {dialog && (
        <Suspense fallback={null}>
          <Fragment key={dialog.key}>{dialog.render(() => setDialog(undefined))}</Fragment>
        </Suspense>
      )}
    </OpenDialogContext>
  );
}

/** Opens a dialog; it stays until it closes itself, even after its opener unmounts. */
export function useOpenDialog(): (renderDialog: RenderDialog) => void {
  const open = use(OpenDialogContext);
  if (open === undefined) throw new Error('useOpenDialog needs a DialogHost above it');
  return open;
}
