/** Items of the menu of an entry: its receipt and its reversal. */
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../../common/entities/userScoreLog';
import type { LedgerKind } from '../../../../../common/ledgerKind';
import { useRow } from '../../../../engine/data/useRow';
import type { RowMenuItemsProps } from '../../../../engine/override';
import { usePermissions } from '../../../../engine/usePermissions';
import { useOpenDialog } from '../../../../shared/controls/DialogHost';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import { EntryReceipt } from '../ReceiptButton';
import { ReverseDialog } from '../reversal/ReverseDialog';
import { useReversal } from '../reversal/useReversal';

const ENTITIES = { money: userMoneyLog, score: userScoreLog } as const;

function EntryMenuItems({ id, onDone, kind }: RowMenuItemsProps & { readonly kind: LedgerKind }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const openDialog = useOpenDialog();
  const entity = ENTITIES[kind];
  const { cachedRow } = useRow(entity, id);
  const mayReverse = usePermissions(entity).canRunAction('reverse');
  const isReversed = useReversal(entity.name, id) !== undefined;
  const row = cachedRow?.row;
  const showReceipt = () => {
    onDone();
    openDialog((close) => <EntryReceipt kind={kind} id={id} onClose={close} />);
  };
  const reverse = () => {
    onDone();
    if (row) openDialog((close) => <ReverseDialog entity={entity.name} row={row} onClose={close} />);
  };
  return (
    <>
      <MenuItem onClick={showReceipt}>{t('balance.receipt.title')}</MenuItem>
      {mayReverse && row !== undefined && row['type'] !== 'reversal' && !isReversed && (
        <MenuItem onClick={reverse}>{t('ledger.reverse_submit')}</MenuItem>
      )}
    </>
  );
}

export const MoneyEntryMenuItems = (props: RowMenuItemsProps) => <EntryMenuItems {...props} kind="money" />;
export const ScoreEntryMenuItems = (props: RowMenuItemsProps) => <EntryMenuItems {...props} kind="score" />;
