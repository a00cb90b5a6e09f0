/** Below the receipt number of an entry: its receipt as the member sees it, to be printed by staff. */
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { WireRow } from '../../../../common/entity/projectRow';
import { memoText } from '../../../../common/locales/memos';
import type { BelowFieldProps } from '../../../engine/override';
import { useRow } from '../../../engine/data/useRow';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useFormatters } from '../../../shared/i18n/format';
import { useLanguage, useEntityLabels } from '../../../shared/i18n/i18n';
import { asString, asInteger } from '../../../../common/json';
import { accountLabel, ReceiptDialog, type ReceiptLine } from '../../../shared/receipt/ReceiptDialog';
import { useFormatZonedTime } from '../../../shared/receipt/formatZonedTime';
import { HIDDEN_AMOUNT } from '../../../shared/store/settings';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { sayAmount, wholeOf } from './Preview';
import type { LedgerKind } from './readAmount';
import { useFollowedReversal } from './reversals';
import { useMemberName } from './useMemberName';

/** The member as far as the reader may read members. */
function useAccount(member: number): string {
  const { entities } = useBootstrap();
  const { cachedRow: held } = useRow(user, entities[user.name] === undefined ? null : member);
  const name = useMemberName(member);
  const username = asString(held?.row['username']);
  return username === '' ? name : accountLabel({ nickname: asString(held?.row['nickname']), username });
}

/** Receipt number of the entry this one takes back, or of the one that took it back. */
function useCounterpart(entity: AnyEntity, row: WireRow): ReceiptLine | undefined {
  const takesBack = /^reversal:(\d{1,15})$/.exec(asString(row['ref']))?.[1];
  const { cachedRow: held } = useRow(entity, takesBack === undefined ? null : Number(takesBack));
  const reversal = useFollowedReversal(entity.name, Number(row['id']));
  if (held) return ['takes_back', asString(held.row['receipt'])];
  return reversal && ['taken_back', asString(reversal['receipt'])];
}

interface ReceiptProps {
  readonly entity: AnyEntity;
  readonly kind: LedgerKind;
  readonly row: WireRow;
  readonly onClose: () => void;
}
function StaffReceipt({ entity, kind, row, onClose }: ReceiptProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  const timeOf = useFormatZonedTime();
  const { choices } = useEntityLabels(entity);
  const account = useAccount(Number(row['user_id']));
  const counterpart = useCounterpart(entity, row);
  const memo = memoText(asString(row['memo']), useLanguage());
  const [type, reference] = [asString(row['type']), asString(row['reference'])];
  const amount = (name: string, isSigned = false) => {
    const whole = wholeOf(kind, row[name]);
    if (whole === undefined) return HIDDEN_AMOUNT;
    const sign = whole < 0 ? '−' : isSigned && whole > 0 ? '+' : '';
    return sign + sayAmount(format, kind, Math.abs(whole));
  };
  const lines: readonly ReceiptLine[] = [
    ['number', asString(row['receipt'])],
    ['account', account],
    ['entry', String(asInteger(row['n']))],
    ['time', timeOf(asInteger(row['create_time']))],
    ['type', choices['type']?.[type] ?? type],
    ['amount', amount(kind, true)],
    ['before', amount('before')],
    ['after', amount('after')],
    ['memo', memo],
    ...(counterpart === undefined ? [] : [counterpart]),
    ...(reference === '' ? [] : ([['reference', reference]] as const)),
    ['by', type === 'sign_in' ? account : t('balance.receipt.service')],
  ];
  return <ReceiptDialog lines={lines} onClose={onClose} />;
}

function BelowReceipt({ entity, kind, rowId }: BelowFieldProps & Pick<ReceiptProps, 'entity' | 'kind'>) {
  useLazyTranslations();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { cachedRow: held } = useRow(entity, rowId);
  if (!held) return null;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<ReceiptLong />}
        onClick={() => setOpen(true)}
        sx={{ mt: 1, alignSelf: 'flex-start' }}
      >
        {t('balance.receipt.title')}
      </Button>
      {open && <StaffReceipt {...{ entity, kind }} row={held.row} onClose={() => setOpen(false)} />}
    </>
  );
}

export const BelowMoneyReceipt = (props: BelowFieldProps) => (
  <BelowReceipt {...props} entity={userMoneyLog} kind="money" />
);
export const BelowScoreReceipt = (props: BelowFieldProps) => (
  <BelowReceipt {...props} entity={userScoreLog} kind="score" />
);
