/** One entry in full: what was before and after, why, and when; to be printed or kept. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoSaid } from '../../../common/locales/memos';
import { useFormat } from '../../shared/format';
import { useLang } from '../../shared/i18n';
import { accountText, ReceiptDialog, type ReceiptLine } from '../../shared/receipt/ReceiptDialog';
import { HIDDEN_AMOUNT } from '../../shared/settings';
import { useSession } from '../../shared/useSession';
import { sayAmount, saySigned } from './amounts';
import type { Entry } from './entries';
import { useZonedTime } from '../../shared/receipt/zonedTime';

interface ReceiptProps {
  readonly entry: Entry;
  /** Amounts are hidden on this device, until they are asked for here. */
  readonly hidden: boolean;
  readonly onClose: () => void;
}
export function Receipt({ entry, hidden, onClose }: ReceiptProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, n, at, type, amount, before, after, counterpart, receipt, reference } = entry;
  const { person } = useSession();
  const timeOf = useZonedTime();
  const memo = memoSaid(entry.memo, useLang());
  const [revealed, reveal] = useState(false);
  const veiled = hidden && !revealed;
  const seen = (amount: string) => (veiled ? HIDDEN_AMOUNT : amount);
  const lines: readonly ReceiptLine[] = [
    ['number', receipt],
    ['account', accountText(person ?? {})],
    ['entry', String(n)],
    ['time', timeOf(at)],
    ['type', t(`wealth.types.${type}`)],
    ['amount', seen(saySigned(format, kind, amount))],
    ['before', seen(sayAmount(format, kind, before))],
    ['after', seen(sayAmount(format, kind, after))],
    ['memo', memo],
    ...(counterpart === undefined ? [] : ([[type === 'reversal' ? 'takes_back' : 'taken_back', counterpart]] as const)),
    ...(reference === '' ? [] : ([['reference', reference]] as const)),
    ['by', t(type === 'sign_in' ? 'wealth.receipt.self' : 'wealth.receipt.service')],
  ];
  const show = (
    <Button onClick={() => reveal(true)} sx={{ mr: 'auto' }}>
      {t('wealth.show')}
    </Button>
  );
  return <ReceiptDialog lines={lines} action={veiled && show} onClose={onClose} />;
}
