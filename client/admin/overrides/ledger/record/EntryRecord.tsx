/** An opened entry: what was booked, for reading only, with its receipt and its reversal. */
import Undo from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../../common/entities/userScoreLog';
import { findColumn } from '../../../../../common/entity/columns';
import type { AnyEntity } from '../../../../../common/entity/entity';
import type { WireRow } from '../../../../../common/entity/projectRow';
import { asString } from '../../../../../common/json';
import { useRow } from '../../../../engine/data/useRow';
import type { CellProps } from '../../../../engine/fieldTypes/fieldType';
import { SummarySkeleton } from '../../../../engine/form/SummarySkeleton';
import { getFieldType } from '../../../../engine/fieldTypes/index';
import type { BelowFieldProps } from '../../../../engine/override';
import { usePermissions } from '../../../../engine/usePermissions';
import { useOpenDialog } from '../../../../shared/controls/DialogHost';
import { useEntityLabels } from '../../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import type { CachedRow } from '../../../../shared/store/entities';
import { AmountCell } from '../LedgerCells';
import { AuthorCell, ChannelCell, MemoCell } from '../memoCells';
import { MoneyReceiptButton, ScoreReceiptButton } from '../ReceiptButton';
import { ReverseDialog } from '../reversal/ReverseDialog';
import { useLiveReversal } from '../reversal/useReversal';
import { useMemberName } from '../useMemberName';

interface EntryProps {
  readonly entity: AnyEntity;
  readonly cachedRow: CachedRow;
}

/** Why the entry cannot be reversed; undefined when it can be. */
function useReverseObstacle(entity: AnyEntity, row: WireRow): string | undefined {
  const { t } = useTranslation();
  const mayReverse = usePermissions(entity).canRunAction('reverse');
  const reversal = useLiveReversal(entity.name, Number(row['id']));
  if (reversal) return t('ledger.reversed_as', { n: Number(reversal['n'] ?? 0) });
  if (row['type'] === 'reversal') return t('ledger.record.is_reversal');
  return mayReverse ? undefined : t('ledger.record.no_permission');
}

function EntryButtons({ entity, cachedRow: { row } }: EntryProps) {
  const { t } = useTranslation();
  const openDialog = useOpenDialog();
  const obstacle = useReverseObstacle(entity, row);
  const Receipt = entity.name === userMoneyLog.name ? MoneyReceiptButton : ScoreReceiptButton;
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Receipt rowId={Number(row['id'])} />
        <Button
          size="small"
          variant="outlined"
          startIcon={<Undo />}
          disabled={obstacle !== undefined}
          onClick={() => openDialog((close) => <ReverseDialog entity={entity.name} row={row} onClose={close} />)}
          sx={{ mt: 1 }}
        >
          {t('ledger.reverse_submit')}
        </Button>
      </Stack>
      {obstacle !== undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {obstacle}
        </Typography>
      )}
    </Stack>
  );
}

const VALUES = [
  ...['memo', 'reference', 'before', 'after', 'n', 'receipt'],
  ...['actor_name', 'approved_name', 'client', 'create_time'],
] as const;
const CELLS: Readonly<Record<string, ComponentType<CellProps>>> = {
  memo: MemoCell,
  actor_name: AuthorCell,
  client: ChannelCell,
};

function EntryValue({ entity, column, row }: Pick<CellProps, 'entity' | 'column' | 'row'>) {
  const DefaultCell = getFieldType(column.kind).Cell;
  const Cell = CELLS[column.name] ?? DefaultCell;
  const value = row[column.name] ?? null;
  return <Cell entity={entity} column={column} value={value} row={row} commit={undefined} DefaultCell={DefaultCell} />;
}

function EntryValues({ entity, cachedRow }: EntryProps) {
  const labels = useEntityLabels(entity);
  const { row } = cachedRow;
  const columns = VALUES.filter((name) => (row[name] ?? '') !== '').flatMap((name) => findColumn(entity, name) ?? []);
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gap: 4, m: 0, gridTemplateColumns: 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))' }}
    >
      {columns.map((column) => (
        <Box key={column.name} data-value={column.name} sx={{ minWidth: 0 }}>
          <Typography variant="caption" component="dt" sx={{ color: 'text.secondary' }}>
            {labels.fields[column.name] ?? column.name}
          </Typography>
          <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
            <EntryValue entity={entity} column={column} row={row} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function EntryRecord({ entity, rowId, amountField }: BelowFieldProps & { entity: AnyEntity; amountField: string }) {
  useLazyTranslations();
  const { cachedRow } = useRow(entity, rowId);
  const memberName = useMemberName(Number(cachedRow?.row['user_id'] ?? 0));
  const { choices } = useEntityLabels(entity);
  const column = findColumn(entity, amountField);
  if (cachedRow === undefined || column === undefined) return <SummarySkeleton />;
  const { row } = cachedRow;
  const type = asString(row['type']);
  const amount = row[amountField];
  return (
    <Stack data-entry-record sx={{ gap: 5 }}>
      <Stack sx={{ gap: 2, p: 4, border: 1, borderColor: 'divider', borderRadius: '10px' }}>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {`${choices['type']?.[type] ?? type} · ${memberName}`}
        </Typography>
        {amount !== undefined && (
          <Box sx={{ fontSize: 28, fontWeight: 600, lineHeight: 1.2 }}>
            <AmountCell
              entity={entity}
              column={column}
              value={amount}
              row={row}
              commit={undefined}
              DefaultCell={Nothing}
            />
          </Box>
        )}
        <EntryButtons entity={entity} cachedRow={cachedRow} />
      </Stack>
      <EntryValues entity={entity} cachedRow={cachedRow} />
    </Stack>
  );
}
const Nothing = () => null;

export const MoneyEntryRecord = (props: BelowFieldProps) => (
  <EntryRecord {...props} entity={userMoneyLog} amountField="money" />
);
export const ScoreEntryRecord = (props: BelowFieldProps) => (
  <EntryRecord {...props} entity={userScoreLog} amountField="score" />
);
