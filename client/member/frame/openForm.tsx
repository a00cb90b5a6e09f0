/** A form somebody typed in outlives the right to its screen: it stands read-only with its text until the right is back. */
import Alert from '@mui/material/Alert';
import { use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PermissionContext } from './permission';

/** `holds`: there is text nobody else has. Answers whether the form may only be read. */
export function useOpenForm(holds: boolean): boolean {
  const { denied, hold } = use(PermissionContext);
  useEffect(() => (holds ? hold() : undefined), [holds, hold]);
  return denied;
}

/** Why a form may only be read. */
export function DeniedNote() {
  const { t } = useTranslation();
  return <Alert severity="warning">{t('joining.denied')}</Alert>;
}

/** The look of a `fieldset`, none: disabled, it keeps what was typed and lets nothing of it be used. */
export const FIELDSET = { border: 0, m: 0, p: 0, minWidth: 0 } as const;
