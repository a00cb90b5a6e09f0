/** Keeps a form with unsaved text open, read-only, after the permission of its screen was revoked. */
import Alert from '@mui/material/Alert';
import { use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PermissionContext } from './permissionContext';

/** `hasUnsavedText`: the form contains unsaved text. Returns whether the form is read-only. */
export function useKeepFormOpen(hasUnsavedText: boolean): boolean {
  const { isDenied, keepOpen } = use(PermissionContext);
  useEffect(() => (hasUnsavedText ? keepOpen() : undefined), [hasUnsavedText, keepOpen]);
  return isDenied;
}

/** Explains why the form is read-only. */
export function FormDeniedAlert() {
  const { t } = useTranslation();
  return <Alert severity="warning">{t('registration.denied')}</Alert>;
}

/** Removes the browser's style of a `fieldset`; a disabled one keeps the text and disables all controls. */
export const PLAIN_FIELDSET = { border: 0, m: 0, p: 0, minWidth: 0 } as const;
