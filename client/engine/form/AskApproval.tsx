/** A save that the server refused because another admin must approve it: asks for that approval, field by field. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useLaterWords } from '../../shared/useLaterWords';
import { valueOf } from '../draft';
import type { Form } from '../useForm';
import { useAskApproval } from './useAskApproval';

interface AskApprovalProps {
  readonly form: Form;
  /** The reason is shown at the field next to it. */
  readonly bare?: boolean;
}
export function AskApproval({ form, bare = false }: AskApprovalProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { entity, draft, dirty, rights, handlers } = form;
  const { ask, busy } = useAskApproval(entity);
  const field = dirty.find((name) => name in draft.faults);
  const { id } = draft;
  if (!draft.needsApproval || id === null || field === undefined || !rights.mayAct('ask')) return null;
  const send = async () => {
    // What else was typed stays to be saved.
    if (await ask(id, field, valueOf(draft, field))) handlers.type(field, draft.base[field] ?? null);
  };
  const button = (
    <Button
      size="small"
      variant="outlined"
      color={bare ? 'primary' : 'inherit'}
      loading={busy}
      onClick={() => void send()}
      sx={{ mt: bare ? 1 : 2 }}
    >
      {t('settings.second.ask')}
    </Button>
  );
  if (bare) return button;
  return (
    <Alert severity="warning" sx={{ mx: 5, mb: 3, flex: 'none' }}>
      <div>{t('settings.second.needed')}</div>
      {button}
    </Alert>
  );
}
