/** The dialogs a form may need when others change the same record; none of their code is loaded before. */
import { lazy, Suspense } from 'react';
import type { Form } from '../useForm';

const ConflictDialog = lazy(async () => ({ default: (await import('./ConflictDialog')).ConflictDialog }));
const MergesDialog = lazy(async () => ({ default: (await import('./MergesDialog')).MergesDialog }));

interface ConflictsProps {
  readonly form: Form;
  readonly onCopy: () => void;
}
export function Conflicts({ form, onCopy }: ConflictsProps) {
  const { review, viewed } = form.draft;
  return (
    <Suspense fallback={null}>
      {review !== null && <ConflictDialog form={form} review={review} onCopy={onCopy} />}
      {review === null && viewed !== null && (
        <MergesDialog entity={form.entity} merges={viewed} onClose={form.unview} />
      )}
    </Suspense>
  );
}
