/** What stands above a form when it cannot be saved as it is: deleted, locked, no right. The text typed is always kept. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../conflict/useCopy';
import { useIsSelf } from '../conflict/useNameOf';
import { useRightsSaid } from '../conflict/useRightsSaid';
import { useWords } from '../../shared/i18n';
import { isUnseen } from '../departing';
import type { Departure } from '../draft';
import { useDraftShelf } from '../draftShelf';
import type { Form } from '../useForm';
import { isSettled } from './isSettled';

interface FormBannerProps {
  readonly form: Form;
  readonly onClose: () => void;
}

function useGoneText(): (departure: Departure) => string {
  const { t } = useTranslation();
  const isSelf = useIsSelf();
  return ({ why, by }) => {
    if (why === 'left') return t('engine.form.left');
    if (why === 'missing') return t('conflict.missing');
    if (why === 'purged') return t('conflict.purged');
    if (by === null || by.name === '') return t('conflict.gone');
    return isSelf(by) ? t('conflict.gone_you') : t('conflict.gone_by', { name: by.name });
  };
}

function GoneBanner({ form, onClose, departure }: FormBannerProps & { readonly departure: Departure }) {
  const { t } = useTranslation();
  const shelf = useDraftShelf();
  const say = useGoneText();
  const copyText = useCopy(form);
  const [busy, setBusy] = useState(false);
  const { why } = departure;
  const typed = [...new Set([...Object.keys(form.draft.mine), ...form.written])];
  const restore = async () => {
    setBusy(true);
    await form.restore();
    setBusy(false);
  };
  const close = () => {
    shelf?.drop(form.keptAs);
    onClose();
  };
  return (
    <Alert severity="warning" sx={{ alignItems: 'flex-start' }}>
      {say(departure)}
      <Stack direction="row" sx={{ gap: 2, mt: 2, flexWrap: 'wrap' }}>
        {why === 'deleted' && form.rights.mayAct('restore') && (
          <Button size="small" variant="outlined" loading={busy} onClick={() => void restore()}>
            {t('conflict.restore')}
          </Button>
        )}
        {why !== 'left' && form.rights.may('create') && (
          <Button size="small" variant="outlined" disabled={busy} onClick={form.detach}>
            {t('engine.form.save_as_new')}
          </Button>
        )}
        {isUnseen(form.draft) && typed.length > 0 && (
          <Button size="small" variant="outlined" onClick={() => void copyText(typed)}>
            {t('conflict.copy_text')}
          </Button>
        )}
        <Button size="small" variant="outlined" onClick={close}>
          {t('engine.form.close')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** The right went while something was typed: it can still be taken along. */
function RightsBanner({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const copy = useCopy(form);
  const rightsSaid = useRightsSaid();
  const kept = [...new Set([...form.dirty, ...form.barred, ...form.written])];
  if (kept.length === 0) return <Alert severity="info">{t('engine.form.read_only_text')}</Alert>;
  const button = (
    <Button size="small" variant="outlined" onClick={() => void copy(kept)}>
      {t('conflict.copy_text')}
    </Button>
  );
  return (
    <Alert severity="warning" action={button}>
      {rightsSaid('permission')}
    </Alert>
  );
}

function LockBanner({ form: { entity, lock = '', dirty } }: { readonly form: Form }) {
  const { t } = useTranslation();
  const words = useWords(entity);
  const field = entity.spec.locked?.field ?? '';
  const params = { field: words.fields[field] ?? field, state: words.choices[field]?.[lock] ?? lock };
  return (
    <Alert severity="info">
      {t('engine.form.locked', params)} {dirty.length > 0 && t('conflict.locked_now')}
    </Alert>
  );
}

export function FormBanner({ form, onClose }: FormBannerProps) {
  const { draft, readOnly } = form;
  if (draft.gone) return <GoneBanner form={form} onClose={onClose} departure={draft.gone} />;
  if (readOnly === 'locked') return <LockBanner form={form} />;
  return readOnly === 'rights' && !isSettled(form) ? <RightsBanner form={form} /> : null;
}
