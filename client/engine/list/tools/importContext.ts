/** The dialog that imports a file into a list; the app provides it, since it follows an entity by name. */
import { createContext, type ComponentType } from 'react';
import type { AnyEntity } from '../../../../common/entity/entity';

export interface ImportDialogProps {
  readonly entity: AnyEntity;
  readonly onClose: () => void;
}
/** Null: the app imports nothing. */
export const ImportDialogContext = createContext<ComponentType<ImportDialogProps> | null>(null);
