/** Dialogs for concurrent changes, loaded on demand. */
import { Suspense } from 'react';
import type { EntityFormState } from '../formState/entityFormState';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const ConflictDialog = lazyWithRetry(async () => (await import('./ConflictDialog')).ConflictDialog);
const MergedChangesDialog = lazyWithRetry(async () => (await import('./MergedChangesDialog')).MergedChangesDialog);

interface ConflictDialogsProps {
  readonly form: EntityFormState;
  readonly onSaveAsNew: () => void;
}
export function ConflictDialogs({ form, onSaveAsNew }: ConflictDialogsProps) {
  const { review, viewedMerge } = form.draft;
  return (
    <Suspense fallback={null}>
      {review !== null && <ConflictDialog form={form} review={review} onCopy={onSaveAsNew} />}
      {review === null && viewedMerge !== null && (
        <MergedChangesDialog entity={form.entity} mergedSave={viewedMerge} onClose={form.closeMerged} />
      )}
    </Suspense>
  );
}
