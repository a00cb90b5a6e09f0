/** The banner above a form that cannot be saved: deleted, locked or without permission. Typed text is always kept. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SUGGEST_ACTION } from '../../../common/entity/permissionKeys';
import { useCopyTypedText } from '../conflict/useCopyTypedText';
import { useIsCurrentUser } from '../useActorName';
import { usePermissionLostText } from '../conflict/usePermissionLostText';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { isInaccessible } from '../formState/recordRemoval';
import type { RecordRemoval } from '../formState/draft';
import { useDraftCache } from '../formState/draftCache';
import type { EntityFormState } from '../formState/entityFormState';
import { isImmutableRecord } from './isImmutableRecord';

interface FormBannerProps {
  readonly form: EntityFormState;
  readonly onClose: () => void;
  /** Moves to the first conflict; absent where the banner does not stick to the top. */
  readonly onShowProblem?: (() => void) | undefined;
}

function useRemovalText(): (removal: RecordRemoval) => string {
  const { t } = useTranslation();
  const isCurrentUser = useIsCurrentUser();
  return ({ why, by }) => {
    if (why === 'left') return t('engine.form.left');
    if (why === 'missing') return t('conflict.missing');
    if (why === 'purged') return t('conflict.purged');
    if (by === null || by.name === '') return t('conflict.gone');
    return isCurrentUser(by) ? t('conflict.gone_you') : t('conflict.gone_by', { name: by.name });
  };
}

function RecordRemovedBanner({
  form,
  onClose,
  removal,
}: Omit<FormBannerProps, 'onShowProblem'> & { readonly removal: RecordRemoval }) {
  const { t } = useTranslation();
  const draftCache = useDraftCache();
  const getRemovalText = useRemovalText();
  const copyText = useCopyTypedText(form);
  const [isBusy, setIsBusy] = useState(false);
  const { why } = removal;
  const typedFields = [...new Set([...Object.keys(form.draft.mine), ...form.manuallyResolved])];
  const restore = async () => {
    setIsBusy(true);
    await form.restore();
    setIsBusy(false);
  };
  const close = () => {
    draftCache?.delete(form.draftKey);
    onClose();
  };
  return (
    <Alert severity="warning" sx={{ alignItems: 'flex-start' }}>
      {getRemovalText(removal)}
      <Stack direction="row" sx={{ gap: 2, mt: 2, flexWrap: 'wrap' }}>
        {why === 'deleted' && form.permissions.canRunAction('restore') && (
          <Button size="small" variant="outlined" loading={isBusy} onClick={() => void restore()}>
            {t('conflict.restore')}
          </Button>
        )}
        {why !== 'left' && form.permissions.can('create') && (
          <Button size="small" variant="outlined" disabled={isBusy} onClick={form.detach}>
            {t('engine.form.save_as_new')}
          </Button>
        )}
        {isInaccessible(form.draft) && typedFields.length > 0 && (
          <Button size="small" variant="outlined" onClick={() => void copyText(typedFields)}>
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

/** The user lost the permission while typing; the text can still be copied. */
function ReadOnlyBanner({ form }: { readonly form: EntityFormState }) {
  const { t } = useTranslation();
  const copyTypedText = useCopyTypedText(form);
  const permissionLostText = usePermissionLostText();
  const typedFields = [...new Set([...form.dirtyFields, ...form.revokedFields, ...form.manuallyResolved])];
  useLazyTranslations();
  const canSuggest = form.permissions.canRunAction(SUGGEST_ACTION);
  if (typedFields.length === 0)
    return <Alert severity="info">{t(canSuggest ? 'recordPanel.suggest_only' : 'engine.form.read_only_text')}</Alert>;
  const button = (
    <Button size="small" variant="outlined" onClick={() => void copyTypedText(typedFields)}>
      {t('conflict.copy_text')}
    </Button>
  );
  return (
    <Alert severity="warning" action={button}>
      {permissionLostText('permission')}
    </Alert>
  );
}

function LockedBanner({ form: { entity, lockState = '', dirtyFields } }: { readonly form: EntityFormState }) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const field = entity.spec.locked?.field ?? '';
  const params = { field: labels.fields[field] ?? field, state: labels.choices[field]?.[lockState] ?? lockState };
  return (
    <Alert severity="info">
      {t('engine.form.locked', params)} {dirtyFields.length > 0 && t('conflict.locked_now')}
    </Alert>
  );
}

/** Stays at the top of the scrolled form. Its padding covers what scrolls below it. */
const STICKY_STYLE = {
  position: 'sticky',
  top: -16,
  zIndex: 3,
  flex: 'none',
  mx: -5,
  mt: -4,
  px: 5,
  pt: 4,
  pb: 2,
  bgcolor: 'background.paper',
} as const;

/** Names the number of conflicts of the form and leads to the first. */
function ConflictBanner({ form, onShowProblem }: Required<Omit<FormBannerProps, 'onClose'>>) {
  const { t } = useTranslation();
  useLazyTranslations();
  const button = (
    <Button size="small" color="inherit" onClick={onShowProblem}>
      {t('recordPanel.resolve', { count: Object.keys(form.draft.conflicts).length })}
    </Button>
  );
  return (
    // The bar at the field announces the conflict.
    <Alert severity="warning" role="group" action={button}>
      {t('recordPanel.conflict_bar')}
    </Alert>
  );
}

function findBanner({ form, onClose, onShowProblem }: FormBannerProps): ReactNode {
  const { draft, readOnly } = form;
  if (draft.removal) return <RecordRemovedBanner form={form} onClose={onClose} removal={draft.removal} />;
  if (readOnly === 'locked') return <LockedBanner form={form} />;
  if (readOnly === 'permission') return isImmutableRecord(form) ? null : <ReadOnlyBanner form={form} />;
  if (onShowProblem === undefined || Object.keys(draft.conflicts).length === 0) return null;
  return <ConflictBanner form={form} onShowProblem={onShowProblem} />;
}

export function FormBanner(props: FormBannerProps) {
  const banner = findBanner(props);
  return banner === null || props.onShowProblem === undefined ? banner : <Box sx={STICKY_STYLE}>{banner}</Box>;
}
