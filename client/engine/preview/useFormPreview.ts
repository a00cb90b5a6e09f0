/** Whether the record of a form has a preview, and where it is shown. */
import { useState } from 'react';
import { isEmpty } from '../../../common/entity/readValue';
import type { WireRow } from '../../../common/entity/projectRow';
import type { EntityFormState } from '../formState/entityFormState';
import { collectChanges, currentValue, isWritable } from '../formState/draft';
import { useRecordPreview, type PreviewMode, type RecordPreview } from './recordPreview';

export interface FormPreview extends Pick<RecordPreview, 'Preview'> {
  /** Null while the preview is closed. */
  readonly mode: PreviewMode | null;
  readonly onModeChange: (mode: PreviewMode | null) => void;
  /** Undefined unless the preview is in its panel. */
  readonly closePanel: (() => void) | undefined;
}

/** Undefined for records without a preview, and for people who may not write the record. */
export function useFormPreview({ entity, draft, readOnly }: EntityFormState): FormPreview | undefined {
  const preview = useRecordPreview();
  const [mode, onModeChange] = useState<PreviewMode | null>(null);
  if (preview === null || !preview.entities.includes(entity.name)) return undefined;
  if (!draft.isLoaded || readOnly === 'permission' || readOnly === 'removed') return undefined;
  const closePanel = mode === 'panel' ? () => onModeChange(null) : undefined;
  return { Preview: preview.Preview, mode, onModeChange, closePanel };
}

/** The values that a save would change; of a new record all values, because none is stored. */
export function unsavedValues({ formShape, draft }: Pick<EntityFormState, 'formShape' | 'draft'>): WireRow {
  const changes = collectChanges(formShape, draft).values;
  if (draft.id !== null) return changes;
  const filled = formShape.fields.filter(
    (field) => isWritable(formShape, field) && !isEmpty(currentValue(draft, field)),
  );
  return { ...Object.fromEntries(filled.map((field) => [field, currentValue(draft, field)])), ...changes };
}
