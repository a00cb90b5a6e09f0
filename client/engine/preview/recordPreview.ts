/** The preview of records with unsaved values. The app passes it to the engine by context; without one no form has a preview. */
import { createContext, useContext, type ComponentType } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { WireRow } from '../../../common/entity/projectRow';

/** `panel`: beside or over the form; `window`: in a second window. */
export type PreviewMode = 'panel' | 'window';

export interface RecordPreviewProps {
  readonly entity: AnyEntity;
  /** Null for a new record. */
  readonly id: number | null;
  /** The unsaved values by field. */
  readonly values: WireRow;
  /** Changes with each stored version of the record. */
  readonly revision: number;
  readonly mode: PreviewMode;
  /** Null closes the preview. */
  readonly onModeChange: (mode: PreviewMode | null) => void;
}
export interface RecordPreview {
  /** Names of the entities whose records have a preview. */
  readonly entities: readonly string[];
  /** The path of the page that shows a stored record; undefined while visitors cannot see it. */
  readonly findPath: (entity: AnyEntity, row: WireRow) => string | undefined;
  /** Loaded lazily, below a `Suspense`. */
  readonly Preview: ComponentType<RecordPreviewProps>;
}

export const RecordPreviewContext = createContext<RecordPreview | null>(null);
export const useRecordPreview = (): RecordPreview | null => useContext(RecordPreviewContext);
