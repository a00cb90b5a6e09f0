/** Below the receipt number of an entry: its receipt as the member sees it, to be printed by staff. */
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Wire } from '../../../../common/entity/project';
import { memoSaid } from '../../../../common/locales/memos';
import type { BelowProps } from '../../../engine/override';
import { useRow } from '../../../engine/useRow';
import { useBootstrap } from '../../../shared/bootstrap';
import { useFormat } from '../../../shared/format';
import { useLang, useWords } from '../../../shared/i18n';
import { asText, asWhole } from '../../../shared/persist';
import { accountText, ReceiptDialog, type ReceiptLine } from '../../../shared/receipt/ReceiptDialog';
import { useZonedTime } from '../../../shared/receipt/zonedTime';
import { HIDDEN_AMOUNT } from '../../../shared/settings';
import { useLaterWords } from '../../../shared/useLaterWords';
import { sayAmount, wholeOf } from './Preview';
import type { LedgerKind } from './readAmount';
import { useFollowedReversal } from './reversals';
import { useMemberName } from './useMemberName';

/** The member as far as the reader may read members. */
function useAccount(member: number): string {
  const { entities } = useBootstrap();
  const { held } = useRow(user, entities[user.name] === undefined ? null : member);
  const name = useMemberName(member);
  const username = asText(held?.row['username']);
  return username === '' ? name : accountText({ nickname: asText(held?.row['nickname']), username });
}

/** Receipt number of the entry this one takes back, or of the one that took it back. */
function useCounterpart(entity: AnyEntity, row: Wire): ReceiptLine | undefined {
  const takesBack = /^reversal:(\d{1,15})$/.exec(asText(row['ref']))?.[1];
  const { held } = useRow(entity, takesBack === undefined ? null : Number(takesBack));
  const reversal = useFollowedReversal(entity.name, Number(row['id']));
  if (held) return ['takes_back', asText(held.row['receipt'])];
  return reversal && ['taken_back', asText(reversal['receipt'])];
}

interface ReceiptProps {
  readonly entity: AnyEntity;
  readonly kind: LedgerKind;
  readonly row: Wire;
  readonly onClose: () => void;
}
function StaffReceipt({ entity, kind, row, onClose }: ReceiptProps) {
  useLaterWords();
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useZonedTime();
  const { choices } = useWords(entity);
  const account = useAccount(Number(row['user_id']));
  const counterpart = useCounterpart(entity, row);
  const memo = memoSaid(asText(row['memo']), useLang());
  const [type, reference] = [asText(row['type']), asText(row['reference'])];
  const amount = (name: string, isSigned = false) => {
    const whole = wholeOf(kind, row[name]);
    if (whole === undefined) return HIDDEN_AMOUNT;
    const sign = whole < 0 ? '−' : isSigned && whole > 0 ? '+' : '';
    return sign + sayAmount(format, kind, Math.abs(whole));
  };
  const lines: readonly ReceiptLine[] = [
    ['number', asText(row['receipt'])],
    ['account', account],
    ['entry', String(asWhole(row['n']))],
    ['time', timeOf(asWhole(row['create_time']))],
    ['type', choices['type']?.[type] ?? type],
    ['amount', amount(kind, true)],
    ['before', amount('before')],
    ['after', amount('after')],
    ['memo', memo],
    ...(counterpart === undefined ? [] : [counterpart]),
    ...(reference === '' ? [] : ([['reference', reference]] as const)),
    ['by', type === 'sign_in' ? account : t('wealth.receipt.service')],
  ];
  return <ReceiptDialog lines={lines} onClose={onClose} />;
}

function BelowReceipt({ entity, kind, rowId }: BelowProps & Pick<ReceiptProps, 'entity' | 'kind'>) {
  useLaterWords();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { held } = useRow(entity, rowId);
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
        {t('wealth.receipt.title')}
      </Button>
      {open && <StaffReceipt {...{ entity, kind }} row={held.row} onClose={() => setOpen(false)} />}
    </>
  );
}

export const BelowMoneyReceipt = (props: BelowProps) => <BelowReceipt {...props} entity={userMoneyLog} kind="money" />;
export const BelowScoreReceipt = (props: BelowProps) => <BelowReceipt {...props} entity={userScoreLog} kind="score" />;
