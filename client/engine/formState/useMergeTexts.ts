/** Merges remote changes of formatted texts into the form, except changes of the passages that the user typed in. */
import { useEffect } from 'react';
import { findColumn } from '../../../common/entity/columns';
import {
  currentValue,
  findMergeGroup,
  isShared,
  isWritable,
  type Draft,
  type DraftEvent,
  type FormShape,
} from './draft';

/** Contested formatted texts outside merge groups. The server merges those of shared drafts. */
export const listContestedTexts = (formShape: FormShape, draft: Draft): readonly string[] =>
  Object.keys(draft.conflicts).filter(
    (field) =>
      !isShared(draft, field) &&
      draft.conflicts[field]?.hidden === undefined &&
      findColumn(formShape.entity, field)?.kind === 'rich_text' &&
      isWritable(formShape, field) &&
      findMergeGroup(formShape, field).length === 1,
  );

/** The events that merge contested texts of a draft; none for texts that need a decision. */
export async function mergeContestedTexts(
  formShape: FormShape,
  draft: Draft,
  skippedField: string | null = null,
): Promise<readonly DraftEvent[]> {
  const fields = listContestedTexts(formShape, draft).filter((field) => field !== skippedField);
  if (fields.length === 0) return [];
  const code = await import('./mergeRemoteText').catch(() => null);
  // If the merge code cannot be loaded, the user resolves the fields by hand.
  if (code === null) return [];
  return fields.flatMap((field): DraftEvent[] => {
    const [remoteChange, mine] = [draft.conflicts[field], currentValue(draft, field)];
    const value = remoteChange && code.mergeRemoteText({ ...remoteChange, mine });
    return remoteChange === undefined || value === undefined
      ? []
      : [{ type: 'textMerged', field, remoteChange, mine, value }];
  });
}

/** Merges in the form. A focused text is not changed under the caret: it is merged when the focus leaves it. */
export function useMergeTexts(formShape: FormShape, draft: Draft, send: (event: DraftEvent) => void): void {
  const isContested = listContestedTexts(formShape, draft).some((field) => field !== draft.focused);
  const isSending = draft.pendingSave !== null;
  useEffect(() => {
    if (!isContested || isSending) return;
    void mergeContestedTexts(formShape, draft, draft.focused).then((events) => events.forEach(send));
  }, [formShape, draft, isContested, isSending, send]);
}
