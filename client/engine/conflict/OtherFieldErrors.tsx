/** Errors of fields that the screen does not show. */
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useEntityLabels } from '../../shared/i18n/i18n';
import type { EntityFormState } from '../formState/entityFormState';

interface OtherFieldErrorsProps {
  readonly form: EntityFormState;
  /** Fields that show their own error. */
  readonly shownFields: readonly string[];
}
export function OtherFieldErrors({ form, shownFields }: OtherFieldErrorsProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(form.entity);
  const otherFields = Object.entries(form.draft.faults).filter(([field]) => !shownFields.includes(field));
  if (otherFields.length === 0) return null;
  return (
    <Alert severity="error">
      {t('conflict.attention')}
      {otherFields.map(([field, messages]) => (
        <div key={field}>{`${labels.fields[field] ?? field}: ${messages}`}</div>
      ))}
    </Alert>
  );
}
