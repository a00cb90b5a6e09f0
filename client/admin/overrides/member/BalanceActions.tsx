/** Below the balance of a member: presence, and the button that books an entry. */
import Tune from '@mui/icons-material/TuneOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { BelowFieldProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useRow } from '../../../engine/data/useRow';
import { asString } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { MemberPresence } from '../receipts/MemberPresence';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const AdjustDialog = lazyWithRetry(async () => (await import('../ledger/booking/AdjustDialog')).AdjustDialog);

export function BalanceActions({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const kinds = {
    money: usePermissions(userMoneyLog).can('create'),
    score: usePermissions(userScoreLog).can('create'),
  };
  const { cachedRow } = useRow(user, rowId);
  const name = asString(cachedRow?.row['nickname']) || `#${rowId}`;
  return (
    <Stack sx={{ gap: 2, mt: 1, alignItems: 'flex-start' }}>
      <MemberPresence id={rowId} kind="money" />
      {(kinds.money || kinds.score) && (
        <Button size="small" variant="outlined" startIcon={<Tune />} onClick={() => setIsOpen(true)}>
          {t('memberSupport.adjust')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <AdjustDialog id={rowId} name={name} kinds={kinds} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Stack>
  );
}
