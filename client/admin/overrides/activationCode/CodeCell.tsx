/**
 * Activation codes show their last characters; readers with permission can show whole codes from the list, the record and the
 * selection.
 */
import Key from '@mui/icons-material/KeyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activationCode } from '../../../../common/entities/activationCode';
import { StatusLabel } from '../../../engine/fieldTypes/cells/cells';
import { visuallyHidden } from '../../../ui/visuallyHidden';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { getFieldType } from '../../../engine/fieldTypes/index';
import type { BelowFieldProps, BulkActionsProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { asString } from '../../../../common/json';
import { MASK } from '../../../../common/mask';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { CellButton } from '../CellButton';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const CodesDialog = lazyWithRetry(async () => (await import('./CodesDialog')).CodesDialog);

interface RevealedCodesProps {
  readonly ids: readonly number[] | null;
  readonly onClose: () => void;
}
const RevealedCodes = ({ ids, onClose }: RevealedCodesProps) =>
  ids === null ? null : (
    <Suspense fallback={null}>
      <CodesDialog ids={ids} onClose={onClose} />
    </Suspense>
  );

export function CodeCell({ value, row }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const canReveal = usePermissions(activationCode).canRunAction('reveal');
  const [ids, setIds] = useState<readonly number[] | null>(null);
  const lastCharacters = asString(value);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={visuallyHidden}>
        {t('activationCodes.ends', { end: lastCharacters })}
      </Box>
      <Box component="span" aria-hidden sx={{ fontFamily: 'monospace' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {MASK}{' '}
        </Box>
        {lastCharacters}
      </Box>
      {canReveal && typeof row['id'] === 'number' && (
        <CellButton
          label={t('activationCodes.show_row', { end: lastCharacters })}
          onOpen={() => setIds([Number(row['id'])])}
        >
          <Key sx={{ fontSize: 16 }} />
        </CellButton>
      )}
      <RevealedCodes ids={ids} onClose={() => setIds(null)} />
    </Box>
  );
}

/** A code that some but not all redemptions have used shows their number. */
export function UsageCell(props: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { Cell } = getFieldType(props.column.kind);
  const [uses, num] = [Number(props.row['uses'] ?? 0), Number(props.row['num'] ?? 0)];
  if (uses === 0 || uses >= num) return <Cell {...props} />;
  return <StatusLabel tone="info">{t('activationCodes.partly_used', { uses, num })}</StatusLabel>;
}

export function ShowCodeButton({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const canReveal = usePermissions(activationCode).canRunAction('reveal');
  const [ids, setIds] = useState<readonly number[] | null>(null);
  if (!canReveal) return null;
  return (
    <Box sx={{ mt: 1 }}>
      <Button size="small" variant="outlined" startIcon={<Key />} onClick={() => setIds([rowId])}>
        {t('activationCodes.show')}
      </Button>
      <RevealedCodes ids={ids} onClose={() => setIds(null)} />
    </Box>
  );
}

export function ShowSelectedCodesButton({ ids }: BulkActionsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const canReveal = usePermissions(activationCode).canRunAction('reveal');
  const [shownIds, setShownIds] = useState<readonly number[] | null>(null);
  if (!canReveal) return null;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<Key />}
        disabled={ids.length === 0}
        onClick={() => setShownIds(ids)}
      >
        {t('activationCodes.show_chosen')}
      </Button>
      <RevealedCodes ids={shownIds} onClose={() => setShownIds(null)} />
    </>
  );
}
