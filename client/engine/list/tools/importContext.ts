/** The dialog that imports a file into a list; the app provides it, since it follows an entity by name. */
import { createContext, type ReactNode } from 'react';
import type { AnyEntity } from '../../../../common/entity/entity';

export interface ImportDialogProps {
  readonly entity: AnyEntity;
  readonly onClose: () => void;
}
export type RenderImportDialog = (props: ImportDialogProps) => ReactNode;

/** Null: the app imports nothing. */
export const ImportDialogContext = createContext<RenderImportDialog | null>(null);
