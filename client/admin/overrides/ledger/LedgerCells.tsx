/** Cells of balance and points: what a member has can be adjusted from the list, an entry reversed from its row. */
import Tune from '@mui/icons-material/TuneOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';

import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { Money } from '../../../engine/kinds/Money';
import { viewOf } from '../../../engine/kinds/index';
import type { CellProps } from '../../../engine/kinds/kindView';
import { useMay } from '../../../engine/useMay';
import { useDialogStage } from '../../../shared/controls/DialogStage';
import { useFormat } from '../../../shared/format';
import { asText } from '../../../shared/persist';
import { useLaterWords } from '../../../shared/useLaterWords';
import { lazyPart } from '../../../ui/lazyPart';
import { CellButton } from './CellButton';
import { useReversal } from './reversals';
import { useMemberName } from './useMemberName';

const AdjustDialog = lazyPart(async () => (await import('./AdjustDialog')).AdjustDialog);
const ReverseDialog = lazyPart(async () => (await import('./ReverseDialog')).ReverseDialog);

export function WealthCell(props: CellProps) {
  useLaterWords();
  const { t } = useTranslation();
  const open = useDialogStage();
  const [money, score] = [useMay(userMoneyLog).may('create'), useMay(userScoreLog).may('create')];
  const { Cell } = viewOf(props.column.kind);
  const { row } = props;
  const id = Number(row['id']);
  const name = asText(row['nickname']) || `#${id}`;
  const adjust = () => open((close) => <AdjustDialog id={id} name={name} kinds={{ money, score }} onClose={close} />);
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, justifyContent: 'flex-end', width: '100%' }}
    >
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Cell {...props} />
      </Box>
      {(money || score) && (
        <CellButton label={t('ledger.adjust', { name })} onOpen={adjust}>
          <Tune sx={{ fontSize: 16 }} />
        </CellButton>
      )}
    </Box>
  );
}

export function TypeCell(props: CellProps) {
  useLaterWords();
  const { t } = useTranslation();
  const open = useDialogStage();
  const { entity, row, value } = props;
  const may = useMay(entity).mayAct('reverse');
  const reversed = useReversal(entity.name, Number(row['id'])) !== undefined;
  const name = useMemberName(Number(row['user_id']));
  const { Cell } = viewOf(props.column.kind);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Cell {...props} />
      {may && value !== 'reversal' && !reversed && (
        <CellButton
          label={t('ledger.reverse', { n: Number(row['n'] ?? 0), name })}
          onOpen={() => open((close) => <ReverseDialog entity={entity.name} row={row} onClose={close} />)}
        >
          <Undo sx={{ fontSize: 16 }} />
        </CellButton>
      )}
    </Box>
  );
}

/** A change of an account: its sign in front, and its colour. */
export function ChangeCell({ value, column }: CellProps) {
  const format = useFormat();
  const text = typeof value === 'number' ? String(value) : asText(value);
  const points = Number(text);
  return (
    <Box
      component="span"
      data-change
      sx={{
        ...{ display: 'block', fontVariantNumeric: 'tabular-nums' },
        color: points < 0 ? 'error.main' : 'success.main',
      }}
    >
      {column.kind === 'money' ? (
        <Money amount={text} signed />
      ) : (
        `${points < 0 ? '−' : '+'}${format.number(Math.abs(points))}`
      )}
    </Box>
  );
}
