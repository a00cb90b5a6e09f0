/** What is seen of an activation code, its end, and the ways to the whole for whoever may be told it: in the list, on the record, for many. */
import Key from '@mui/icons-material/KeyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activationCode } from '../../../../common/entities/activationCode';
import { visuallyHidden } from '../../../engine/fieldTypes/cells/cells';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import type { BelowFieldProps, BulkActionsProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { asString } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { CellButton } from '../ledger/CellButton';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const CodesDialog = lazyWithRetry(async () => (await import('./CodesDialog')).CodesDialog);

interface ShownProps {
  readonly ids: readonly number[] | null;
  readonly onClose: () => void;
}
const Shown = ({ ids, onClose }: ShownProps) =>
  ids === null ? null : (
    <Suspense fallback={null}>
      <CodesDialog ids={ids} onClose={onClose} />
    </Suspense>
  );

export function CodeCell({ value, row }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const may = usePermissions(activationCode).canRunAction('reveal');
  const [ids, setIds] = useState<readonly number[] | null>(null);
  const end = asString(value);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={visuallyHidden}>
        {t('activationCodes.ends', { end })}
      </Box>
      <Box component="span" aria-hidden sx={{ fontFamily: 'monospace' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          ••••{' '}
        </Box>
        {end}
      </Box>
      {may && typeof row['id'] === 'number' && (
        <CellButton label={t('activationCodes.show_row', { end })} onOpen={() => setIds([Number(row['id'])])}>
          <Key sx={{ fontSize: 16 }} />
        </CellButton>
      )}
      <Shown ids={ids} onClose={() => setIds(null)} />
    </Box>
  );
}

export function BelowCode({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const may = usePermissions(activationCode).canRunAction('reveal');
  const [ids, setIds] = useState<readonly number[] | null>(null);
  if (!may) return null;
  return (
    <Box sx={{ mt: 1 }}>
      <Button size="small" variant="outlined" startIcon={<Key />} onClick={() => setIds([rowId])}>
        {t('activationCodes.show')}
      </Button>
      <Shown ids={ids} onClose={() => setIds(null)} />
    </Box>
  );
}

export function BulkCodes({ ids }: BulkActionsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const may = usePermissions(activationCode).canRunAction('reveal');
  const [asked, setAsked] = useState<readonly number[] | null>(null);
  if (!may) return null;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<Key />}
        disabled={ids.length === 0}
        onClick={() => setAsked(ids)}
      >
        {t('activationCodes.show_chosen')}
      </Button>
      <Shown ids={asked} onClose={() => setAsked(null)} />
    </>
  );
}
