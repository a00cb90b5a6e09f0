/** Below "shown at" of a webhook: shows its secret once, to its owner, and rotates it afterwards. */
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { webhook } from '../../../../common/entities/webhook';
import { asString } from '../../../../common/json';
import { useRow } from '../../../engine/data/useRow';
import type { BelowFieldProps } from '../../../engine/override';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { RotateSecretButton } from '../apiToken/RotateSecretButton';
import { ShowToken } from '../apiToken/ShowToken';

export function WebhookSecretButton({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const row = useRow(webhook, rowId).cachedRow?.row;
  const [isRequested, setIsRequested] = useState(false);
  const isShown = (row?.['shown_time'] ?? null) !== null;
  if (row === undefined) return null;
  // The live update of the row can arrive before the response with the secret.
  if (isShown && !isRequested) return <RotateSecretButton entity={webhook} id={rowId} />;
  if (row['admin_id'] !== admin.id) return null;
  return (
    <Box sx={{ mt: 1 }}>
      <ShowToken
        id={rowId}
        isShown={isShown}
        onRequest={() => setIsRequested(true)}
        entity="webhook"
        labels={{
          show: t('tokens.secret_show'),
          title: t('tokens.secret_title', { name: asString(row['title']) }),
          once: t('tokens.secret_once'),
          label: t('tokens.secret'),
        }}
      />
    </Box>
  );
}
