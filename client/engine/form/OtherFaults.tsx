/** What is refused of fields that stand nowhere else on the screen. */
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../shared/i18n';
import type { Form } from '../useForm';

interface OtherFaultsProps {
  readonly form: Form;
  /** Fields that say it themselves. */
  readonly shown: readonly string[];
}
export function OtherFaults({ form, shown }: OtherFaultsProps) {
  const { t } = useTranslation();
  const words = useWords(form.entity);
  const others = Object.entries(form.draft.faults).filter(([field]) => !shown.includes(field));
  if (others.length === 0) return null;
  return (
    <Alert severity="error">
      {t('conflict.attention')}
      {others.map(([field, said]) => (
        <div key={field}>{`${words.fields[field] ?? field}: ${said}`}</div>
      ))}
    </Alert>
  );
}
