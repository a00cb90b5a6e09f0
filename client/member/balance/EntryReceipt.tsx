/** All details of one entry: balance before and after, reason and time; can be printed. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoText } from '../../../common/locales/memos';
import { useFormatters } from '../../shared/i18n/format';
import { useLanguage } from '../../shared/i18n/i18n';
import { formatAccountLabel, ReceiptDialog, type ReceiptLine } from '../../shared/bookingReceipt/ReceiptDialog';
import { HIDDEN_AMOUNT } from '../../shared/store/settings';
import { useSession } from '../../shared/auth/useSession';
import { formatBalanceAmount, formatSignedAmount } from './amounts';
import type { Entry } from './entriesApi';
import { useFormatZonedTime } from '../../shared/bookingReceipt/formatZonedTime';

interface EntryReceiptProps {
  readonly entry: Entry;
  /** Amounts are hidden on this device until the person shows them here. */
  readonly isHidden: boolean;
  readonly onClose: () => void;
}
export function EntryReceipt({ entry, isHidden, onClose }: EntryReceiptProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { kind, n, at, type, amount, before, after, counterpart, receipt, reference } = entry;
  const { person } = useSession();
  const formatTime = useFormatZonedTime();
  const memo = memoText(entry.memo, useLanguage());
  const [isRevealed, setIsRevealed] = useState(false);
  const isMasked = isHidden && !isRevealed;
  const mask = (amount: string) => (isMasked ? HIDDEN_AMOUNT : amount);
  const lines: readonly ReceiptLine[] = [
    ['number', receipt],
    ['account', formatAccountLabel(person ?? {})],
    ['entry', String(n)],
    ['time', formatTime(at)],
    ['type', t(`balance.types.${type}`)],
    ['amount', mask(formatSignedAmount(format, kind, amount))],
    ['before', mask(formatBalanceAmount(format, kind, before))],
    ['after', mask(formatBalanceAmount(format, kind, after))],
    ['memo', memo],
    ...(counterpart === undefined ? [] : ([[type === 'reversal' ? 'takes_back' : 'taken_back', counterpart]] as const)),
    ...(reference === '' ? [] : ([['reference', reference]] as const)),
    ['by', t(type === 'sign_in' ? 'balance.receipt.self' : 'balance.receipt.service')],
  ];
  const showButton = (
    <Button onClick={() => setIsRevealed(true)} sx={{ mr: 'auto' }}>
      {t('balance.show')}
    </Button>
  );
  return <ReceiptDialog lines={lines} action={isMasked && showButton} onClose={onClose} />;
}
