/** Below "shown at" of an app: shows its secret once, and rotates it afterwards. */
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { app } from '../../../../common/entities/app';
import type { BelowFieldProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useRow } from '../../../engine/data/useRow';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { asString } from '../../../../common/json';
import { RotateSecretButton } from '../apiToken/RotateSecretButton';
import { ShowToken } from '../apiToken/ShowToken';

export function ShowSecretButton({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const canReset = usePermissions(app).canRunAction('reset_secret');
  const { cachedRow } = useRow(app, rowId);
  const [isRequested, setIsRequested] = useState(false);
  const isShown = (cachedRow?.row['shown_time'] ?? null) !== null;
  if (cachedRow === undefined) return null;
  // The live update of the row can arrive before the response with the secret.
  if (isShown && !isRequested) return <RotateSecretButton entity={app} id={rowId} />;
  if (!canReset) return null;
  return (
    <Box sx={{ mt: 1 }}>
      <ShowToken
        id={rowId}
        isShown={isShown}
        onRequest={() => setIsRequested(true)}
        entity="app"
        labels={{
          show: t('tokens.secret_show'),
          title: t('tokens.secret_title', { name: asString(cachedRow.row['title']) }),
          once: t('tokens.secret_once'),
          label: t('tokens.secret'),
        }}
      />
    </Box>
  );
}
