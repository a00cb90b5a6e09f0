/** The dialogs a form may need when others change the same record; none of their code is loaded before. */
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
  const { review, viewed } = form.draft;
  return (
    <Suspense fallback={null}>
      {review !== null && <ConflictDialog form={form} review={review} onCopy={onSaveAsNew} />}
      {review === null && viewed !== null && (
        <MergedChangesDialog entity={form.entity} mergedSave={viewed} onClose={form.closeMerged} />
      )}
    </Suspense>
  );
}
