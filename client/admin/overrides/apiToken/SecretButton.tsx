/** Below "shown at" of a row with a secret: shows the secret once, and rotates it afterwards. */
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { app } from '../../../../common/entities/app';
import type { webhook } from '../../../../common/entities/webhook';
import type { WireRow } from '../../../../common/entity/projectRow';
import { asString } from '../../../../common/json';
import { useRow } from '../../../engine/data/useRow';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { RotateSecretButton } from './RotateSecretButton';
import { ShowToken } from './ShowToken';

interface SecretButtonProps {
  readonly entity: typeof app | typeof webhook;
  readonly rowId: number;
  /** Whether the user may see a secret that was not shown yet. */
  readonly canShow: (row: WireRow) => boolean;
}
export function SecretButton({ entity, rowId, canShow }: SecretButtonProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const row = useRow(entity, rowId).cachedRow?.row;
  const [isRequested, setIsRequested] = useState(false);
  const isShown = (row?.['shown_time'] ?? null) !== null;
  if (row === undefined) return null;
  // The live update of the row can arrive before the response with the secret.
  if (isShown && !isRequested) return <RotateSecretButton entity={entity} id={rowId} />;
  if (!canShow(row)) return null;
  return (
    <Box sx={{ mt: 1 }}>
      <ShowToken
        id={rowId}
        isShown={isShown}
        onRequest={() => setIsRequested(true)}
        entity={entity.name}
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
