/** What stands above a form when it cannot be saved as it is: deleted, locked, no right. The text typed is always kept. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import type { Departure } from '../draft';
import type { Form } from '../useForm';

interface FormBannerProps {
  readonly form: Form;
  readonly onClose: () => void;
}

function GoneBanner({ form, onClose, departure }: FormBannerProps & { readonly departure: Departure }) {
  const { t } = useTranslation();
  const { why, by } = departure;
  const said = by ? t('engine.form.gone_by', { name: by.name }) : t('engine.form.gone');
  const actions = (
    <Stack direction="row" sx={{ gap: 1, mt: 1, ml: -2 }}>
      {form.rights.may('create') && why === 'deleted' && (
        <Button size="small" color="inherit" onClick={form.detach}>
          {t('engine.form.save_as_new')}
        </Button>
      )}
      <Button size="small" color="inherit" onClick={onClose}>
        {t('engine.form.close')}
      </Button>
    </Stack>
  );
  return (
    <Alert severity="warning" sx={{ alignItems: 'flex-start' }}>
      {why === 'left' ? t('engine.form.left') : said}
      {actions}
    </Alert>
  );
}

export function FormBanner({ form, onClose }: FormBannerProps) {
  const { t } = useTranslation();
  const { draft, readOnly, dirty } = form;
  if (draft.gone) return <GoneBanner form={form} onClose={onClose} departure={draft.gone} />;
  if (readOnly === 'locked') return <Alert severity="info">{t('engine.form.locked')}</Alert>;
  if (readOnly !== 'rights') return null;
  return (
    <Alert severity={dirty.length > 0 ? 'warning' : 'info'}>
      {dirty.length > 0 ? t('engine.form.permission') : t('engine.form.read_only_text')}
    </Alert>
  );
}
