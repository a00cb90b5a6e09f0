/** Cells of balance and points: what a member has can be adjusted from the list, an entry reversed from its row. */
import Tune from '@mui/icons-material/TuneOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { viewOf } from '../../../engine/kinds/index';
import type { CellProps } from '../../../engine/kinds/kindView';
import { useMay } from '../../../engine/useMay';
import { asText } from '../../../shared/persist';
import { useLaterWords } from '../../../shared/useLaterWords';
import { CellButton } from './CellButton';

const AdjustDialog = lazy(async () => ({ default: (await import('./AdjustDialog')).AdjustDialog }));
const ReverseDialog = lazy(async () => ({ default: (await import('./ReverseDialog')).ReverseDialog }));

export function WealthCell(props: CellProps) {
  useLaterWords();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [money, score] = [useMay(userMoneyLog).may('create'), useMay(userScoreLog).may('create')];
  const { Cell } = viewOf(props.column.kind);
  const { row } = props;
  const name = asText(row['nickname']) || `#${Number(row['id'])}`;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, justifyContent: 'flex-end', width: '100%' }}
    >
      <Cell {...props} />
      {(money || score) && (
        <CellButton label={t('ledger.adjust', { name })} onOpen={() => setOpen(true)}>
          <Tune sx={{ fontSize: 16 }} />
        </CellButton>
      )}
      {open && (
        <Suspense fallback={null}>
          <AdjustDialog id={Number(row['id'])} name={name} kinds={{ money, score }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}

export function TypeCell(props: CellProps) {
  useLaterWords();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { entity, row, value } = props;
  const may = useMay(entity).mayAct('reverse');
  const { Cell } = viewOf(props.column.kind);
  const n = Number(row['n'] ?? 0);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Cell {...props} />
      {may && value !== 'reversal' && (
        <CellButton label={t('ledger.reverse', { n })} onOpen={() => setOpen(true)}>
          <Undo sx={{ fontSize: 16 }} />
        </CellButton>
      )}
      {open && (
        <Suspense fallback={null}>
          <ReverseDialog entity={entity.name} row={row} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}
