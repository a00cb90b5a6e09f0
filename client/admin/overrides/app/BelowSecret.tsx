/** Below the time an app's secret was shown: showing it, while nobody has seen it. */
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { app } from '../../../../common/entities/app';
import type { BelowFieldProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useRow } from '../../../engine/data/useRow';
import { asString } from '../../../../common/json';
import { ShowToken } from '../apiToken/ShowToken';

export function BelowSecret({ rowId: id }: BelowFieldProps) {
  const { t } = useTranslation();
  const may = usePermissions(app).canRunAction('reset_secret');
  const { cachedRow: held } = useRow(app, id);
  const [asked, setAsked] = useState(false);
  const shown = (held?.row['shown_time'] ?? null) !== null;
  // The row says that the secret was shown before the answer that shows it has arrived.
  if (!may || held === undefined || (shown && !asked)) return null;
  return (
    <Box sx={{ mt: 1 }}>
      <ShowToken
        id={id}
        shown={shown}
        onAsk={() => setAsked(true)}
        noun="app"
        said={{
          show: t('tokens.secret_show'),
          title: t('tokens.secret_title', { name: asString(held.row['title']) }),
          once: t('tokens.secret_once'),
          label: t('tokens.secret'),
        }}
      />
    </Box>
  );
}
