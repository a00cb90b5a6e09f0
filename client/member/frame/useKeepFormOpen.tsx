/** A form somebody typed in outlives the right to its screen: it stands read-only with its text until the right is back. */
import Alert from '@mui/material/Alert';
import { use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PermissionContext } from './permissionContext';

/** `hasUnsavedText`: there is text nobody else has. Answers whether the form may only be read. */
export function useKeepFormOpen(hasUnsavedText: boolean): boolean {
  const { isDenied: denied, keepOpen: hold } = use(PermissionContext);
  useEffect(() => (hasUnsavedText ? hold() : undefined), [hasUnsavedText, hold]);
  return denied;
}

/** Why a form may only be read. */
export function PermissionLostAlert() {
  const { t } = useTranslation();
  return <Alert severity="warning">{t('registration.denied')}</Alert>;
}

/** The look of a `fieldset`, none: disabled, it keeps what was typed and lets nothing of it be used. */
export const PLAIN_FIELDSET = { border: 0, m: 0, p: 0, minWidth: 0 } as const;
