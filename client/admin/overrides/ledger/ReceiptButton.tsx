/** Button below the receipt number that opens the receipt as the member sees it. */
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
import { formatAccountLabel, ReceiptDialog, type ReceiptLine } from '../../../shared/bookingReceipt/ReceiptDialog';
import { useFormatZonedTime } from '../../../shared/bookingReceipt/formatZonedTime';
import { HIDDEN_AMOUNT } from '../../../shared/store/settings';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { formatMinorUnits, parseMinorUnits } from './amounts';
import type { LedgerKind } from '../../../../common/ledgerKind';
import { useLiveReversal } from './reversal/useReversal';
import { useMemberName } from './useMemberName';

/** Account label of the member; only the name when the reader may not read members. */
function useAccountLabel(member: number): string {
  const { entities } = useBootstrap();
  const { cachedRow } = useRow(user, entities[user.name] === undefined ? null : member);
  const name = useMemberName(member);
  const username = asString(cachedRow?.row['username']);
  return username === '' ? name : formatAccountLabel({ nickname: asString(cachedRow?.row['nickname']), username });
}

/** Receipt number of the entry that this one reverses, or of its reversal. */
function useCounterpart(entity: AnyEntity, row: WireRow): ReceiptLine | undefined {
  const reversedId = /^reversal:(\d{1,15})$/.exec(asString(row['ref']))?.[1];
  const { cachedRow: reversedRow } = useRow(entity, reversedId === undefined ? null : Number(reversedId));
  const reversal = useLiveReversal(entity.name, Number(row['id']));
  if (reversedRow) return ['takes_back', asString(reversedRow.row['receipt'])];
  return reversal && ['taken_back', asString(reversal['receipt'])];
}

interface StaffReceiptProps {
  readonly entity: AnyEntity;
  readonly kind: LedgerKind;
  readonly row: WireRow;
  readonly onClose: () => void;
}
function StaffReceipt({ entity, kind, row, onClose }: StaffReceiptProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  const timeOf = useFormatZonedTime();
  const { choices } = useEntityLabels(entity);
  const account = useAccountLabel(Number(row['user_id']));
  const counterpart = useCounterpart(entity, row);
  const memo = memoText(asString(row['memo']), useLanguage());
  const [type, reference] = [asString(row['type']), asString(row['reference'])];
  const amount = (name: string, isSigned = false) => {
    const minorUnits = parseMinorUnits(kind, row[name]);
    if (minorUnits === undefined) return HIDDEN_AMOUNT;
    const sign = minorUnits < 0 ? '−' : isSigned && minorUnits > 0 ? '+' : '';
    return sign + formatMinorUnits(format, kind, Math.abs(minorUnits));
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

const LEDGER_ENTITIES = { money: userMoneyLog, score: userScoreLog } as const;
interface EntryReceiptProps extends Pick<StaffReceiptProps, 'kind' | 'onClose'> {
  readonly id: number;
}
/** The receipt of one entry, shown as soon as the entry is loaded. */
export function EntryReceipt({ kind, id, onClose }: EntryReceiptProps) {
  const entity = LEDGER_ENTITIES[kind];
  const { cachedRow } = useRow(entity, id);
  return cachedRow && <StaffReceipt entity={entity} kind={kind} onClose={onClose} row={cachedRow.row} />;
}

function ReceiptButton({ entity, kind, rowId }: BelowFieldProps & Pick<StaffReceiptProps, 'entity' | 'kind'>) {
  useLazyTranslations();
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { cachedRow } = useRow(entity, rowId);
  if (!cachedRow) return null;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<ReceiptLong />}
        onClick={() => setIsOpen(true)}
        sx={{ mt: 1, alignSelf: 'flex-start' }}
      >
        {t('balance.receipt.title')}
      </Button>
      {isOpen && <StaffReceipt entity={entity} kind={kind} row={cachedRow.row} onClose={() => setIsOpen(false)} />}
    </>
  );
}

export const MoneyReceiptButton = (props: BelowFieldProps) => (
  <ReceiptButton {...props} entity={userMoneyLog} kind="money" />
);
export const ScoreReceiptButton = (props: BelowFieldProps) => (
  <ReceiptButton {...props} entity={userScoreLog} kind="score" />
);
