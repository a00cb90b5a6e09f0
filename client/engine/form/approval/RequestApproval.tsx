/**
 * Shown when the server rejects a save because another admin must approve it: sends the approval request for that
 * field.
 */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { currentValue } from '../../formState/draft';
import type { EntityFormState } from '../../formState/entityFormState';
import { useRequestApproval } from './useRequestApproval';

interface RequestApprovalProps {
  readonly form: EntityFormState;
  /** The reason is shown at the field beside the button. */
  readonly isInline?: boolean;
}
export function RequestApproval({ form, isInline = false }: RequestApprovalProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { entity, draft, dirtyFields, permissions, handlers } = form;
  const { requestApproval, isBusy } = useRequestApproval(entity);
  const field = dirtyFields.find((name) => name in draft.faults);
  const { id } = draft;
  if (!draft.needsApproval || id === null || field === undefined || !permissions.canRunAction('ask')) return null;
  const send = async () => {
    // Other typed values stay unsaved in the form.
    if (await requestApproval(id, field, currentValue(draft, field))) handlers.onType(field, draft.base[field] ?? null);
  };
  const button = (
    <Button
      size="small"
      variant="outlined"
      color={isInline ? 'primary' : 'inherit'}
      loading={isBusy}
      onClick={() => void send()}
      sx={{ mt: isInline ? 1 : 2 }}
    >
      {t('settings.second.ask')}
    </Button>
  );
  if (isInline) return button;
  return (
    <Alert severity="warning" sx={{ mx: 5, mb: 3, flex: 'none' }}>
      <div>{t('settings.second.needed')}</div>
      {button}
    </Alert>
  );
}
