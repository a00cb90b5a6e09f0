/** Cells of balance and points, with buttons to book an entry for a member and to reverse an entry. */
import AdjustIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { MoneyText } from '../../../engine/fieldTypes/MoneyText';
import { getFieldType } from '../../../engine/fieldTypes/index';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { usePermissions } from '../../../engine/usePermissions';
import { useOpenDialog } from '../../../shared/controls/DialogHost';
import { useFormatters } from '../../../shared/i18n/format';
import { asString } from '../../../../common/json';
import { PHONE_QUERY } from '../../../shared/theme/designTokens';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { CellButton } from '../CellButton';
import { useReversal } from './reversal/useReversal';
import { bookableKey } from './amounts';
import { useMemberName } from './useMemberName';

const AdjustDialog = lazyWithRetry(async () => (await import('./booking/AdjustDialog')).AdjustDialog);
const ReverseDialog = lazyWithRetry(async () => (await import('./reversal/ReverseDialog')).ReverseDialog);

export function BalanceCell(props: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const openDialog = useOpenDialog();
  const [money, score] = [usePermissions(userMoneyLog).can('create'), usePermissions(userScoreLog).can('create')];
  const { Cell } = getFieldType(props.column.kind);
  const { row } = props;
  const id = Number(row['id']);
  const name = asString(row['nickname']) || `#${id}`;
  const openAdjustDialog = () =>
    openDialog((close) => <AdjustDialog id={id} name={name} kinds={{ money, score }} onClose={close} />);
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, justifyContent: 'flex-end', width: '100%' }}
    >
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Cell {...props} />
      </Box>
      {(money || score) && (
        <CellButton label={t(`ledger.adjust.${bookableKey({ money, score })}`, { name })} onOpen={openAdjustDialog}>
          <AdjustIcon sx={{ fontSize: 16 }} />
        </CellButton>
      )}
    </Box>
  );
}

export function EntryTypeCell(props: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const openDialog = useOpenDialog();
  const { entity, row, value } = props;
  const canReverse = usePermissions(entity).canRunAction('reverse');
  const isReversed = useReversal(entity.name, Number(row['id'])) !== undefined;
  const name = useMemberName(Number(row['user_id']));
  const { Cell } = getFieldType(props.column.kind);
  // On a phone the button would lie where one taps to open the entry: the menu has it.
  const isPhone = useMediaQuery(PHONE_QUERY);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Cell {...props} />
      {isReversed && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('ledger.is_reversed')}
        </Box>
      )}
      {canReverse && !isPhone && value !== 'reversal' && !isReversed && (
        <CellButton
          label={t('ledger.reverse', { n: Number(row['n'] ?? 0), name })}
          onOpen={() => openDialog((close) => <ReverseDialog entity={entity.name} row={row} onClose={close} />)}
        >
          <Undo sx={{ fontSize: 16 }} />
        </CellButton>
      )}
    </Box>
  );
}

/** Signed and colored amount of an entry. */
export function AmountCell({ value, column }: CellProps) {
  const format = useFormatters();
  const text = typeof value === 'number' ? String(value) : asString(value);
  const amount = Number(text);
  return (
    <Box
      component="span"
      data-change
      sx={{ display: 'block', fontVariantNumeric: 'tabular-nums', color: amount < 0 ? 'error.main' : 'success.main' }}
    >
      {column.kind === 'money' ? (
        <MoneyText amount={text} signed />
      ) : (
        `${amount < 0 ? '−' : '+'}${format.number(Math.abs(amount))}`
      )}
    </Box>
  );
}
