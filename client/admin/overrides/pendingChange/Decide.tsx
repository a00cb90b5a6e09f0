/** The decision about a pending change: approve or refuse for another admin, withdraw for the admin who asked. */
import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANGE, pendingChange } from '../../../../common/entities/pendingChange';
import type { Wire } from '../../../../common/entity/project';
import { viewOf } from '../../../engine/kinds/index';
import type { CellProps } from '../../../engine/kinds/kindView';
import type { BelowProps } from '../../../engine/override';
import { useMay } from '../../../engine/useMay';
import { useRow } from '../../../engine/useRow';
import { useBootstrap } from '../../../shared/bootstrap';
import { useDialogStage } from '../../../shared/controls/DialogStage';
import { useLaterWords } from '../../../shared/useLaterWords';
import { CellButton } from '../ledger/CellButton';
import { DecideChangeDialog, type Decision } from './DecideChangeDialog';

const SIGNS = { approve: Check, refuse: Close, withdraw: Undo } as const;
const TONES = { approve: 'success', refuse: 'error', withdraw: 'inherit' } as const;

/** What the reader can decide: the server refuses the admin who asked and the admin whose account changes. */
function useWays(row: Wire | undefined): readonly Decision[] {
  const { admin } = useBootstrap();
  const { mayAct } = useMay(pendingChange);
  if (row?.['status'] !== CHANGE.waiting) return [];
  if (row['asked_by'] === admin.id) return mayAct('withdraw') ? ['withdraw'] : [];
  if (row['subject'] === 'admin' && row['subject_id'] === admin.id) return [];
  return (['approve', 'refuse'] as const).filter((way) => mayAct(way));
}

export function DecideCell(props: CellProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { row, column } = props;
  const ways = useWays(row);
  const open = useDialogStage();
  const { Cell } = viewOf(column.kind);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Cell {...props} />
      {ways.map((way) => {
        const Sign = SIGNS[way];
        return (
          <CellButton
            key={way}
            label={t(`settings.second.button.${way}`, { id: Number(row['id']) })}
            onOpen={() => open((close) => <DecideChangeDialog what={way} row={row} onClose={close} />)}
          >
            <Sign color={TONES[way]} sx={{ fontSize: 18 }} />
          </CellButton>
        );
      })}
    </Box>
  );
}

export function BelowChange({ rowId }: BelowProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { held } = useRow(pendingChange, rowId);
  const ways = useWays(held?.row);
  const [what, setWhat] = useState<Decision | null>(null);
  if (held === undefined) return null;
  return (
    <Stack direction="row" sx={{ gap: 2, mt: 1 }}>
      {ways.map((way) => (
        <Button
          key={way}
          size="small"
          variant={way === 'approve' ? 'contained' : 'outlined'}
          onClick={() => setWhat(way)}
        >
          {t(`ledger.second.submit.${way}`)}
        </Button>
      ))}
      {what !== null && <DecideChangeDialog what={what} row={held.row} onClose={() => setWhat(null)} />}
    </Stack>
  );
}
