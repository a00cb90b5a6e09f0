/** The dialogs a form may need when others change the same record; none of their code is loaded before. */
import { Suspense } from 'react';
import type { Form } from '../useForm';
import { lazyPart } from '../../ui/lazyPart';

const ConflictDialog = lazyPart(async () => (await import('./ConflictDialog')).ConflictDialog);
const MergesDialog = lazyPart(async () => (await import('./MergesDialog')).MergesDialog);

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
