/** Below the balance of a member: presence, and the button that books an entry. */
import Stack from '@mui/material/Stack';
import { user } from '../../../../common/entities/user';
import type { BelowFieldProps } from '../../../engine/override';
import { useRow } from '../../../engine/data/useRow';
import { asString } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { MemberPresence } from '../receipts/MemberPresence';
import { AdjustButton } from './AdjustButton';

export function BalanceActions({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { cachedRow } = useRow(user, rowId);
  const name = asString(cachedRow?.row['nickname']) || `#${rowId}`;
  return (
    <Stack sx={{ gap: 2, mt: 1, alignItems: 'flex-start' }}>
      <MemberPresence id={rowId} kind="money" />
      <AdjustButton id={rowId} name={name} />
    </Stack>
  );
}
