/** The open design, for the parts of its screen. */
import { createContext, useContext } from 'react';
import type { Design, DesignProblem } from '../../../../common/designer/design';
import type { CompleteSettings } from '../../../../common/designer/completeDesign';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { UndoActions } from '../../../engine/history/useUndo';
import type { StoredField } from './useDesignFields';

export interface OpenDesign {
  readonly id: number;
  readonly settings: CompleteSettings;
  readonly fields: readonly StoredField[];
  /** The design as it is stored. */
  readonly design: Design;
  readonly problems: readonly DesignProblem[];
  /** The definition that the design describes; undefined while problems prevent one. */
  readonly entity: AnyEntity | undefined;
  /** Changes whenever a row of the design does. */
  readonly version: string;
  readonly selectedId: number | null;
  readonly select: (id: number | null) => void;
  /** Called after each own change, so that it can be undone. */
  readonly onSaved: (saved: { readonly cid?: string | undefined }) => void;
  /** Shows a message with Undo after an own change; the undo is one step of the designer. */
  readonly offerUndo: UndoActions['offerUndo'];
  /** The forms with edits that are not stored yet; applying waits for them. */
  readonly unsavedForms: ReadonlySet<string>;
  readonly reportUnsaved: (form: string, isUnsaved: boolean) => void;
}

export const DesignContext = createContext<OpenDesign | null>(null);
export function useOpenDesign(): OpenDesign {
  const design = useContext(DesignContext);
  if (design === null) throw new Error('useOpenDesign needs a DesignContext above it');
  return design;
}
