/** The state of a booking that waits as a word, and the ways on from it for whoever may decide: in the list as signs, on the record as words. */
import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PENDING, pendingBooking } from '../../../../common/entities/pendingBooking';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
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
import type { Decision } from './DecideDialog';
import { lazyPart } from '../../../ui/lazyPart';

const DecideDialog = lazyPart(async () => (await import('./DecideDialog')).DecideDialog);
const SIGNS = { approve: Check, refuse: Close, withdraw: Undo } as const;

/** What the reader may decide about a booking: nothing once it is decided, nor about an amount he may not see or not book himself. */
function useWays(row: Wire | undefined): readonly Decision[] {
  const { admin } = useBootstrap();
  const rights = useMay(pendingBooking);
  const ledgers = { money: useMay(userMoneyLog), score: useMay(userScoreLog) };
  if (row?.['status'] !== PENDING.waiting) return [];
  if (row['asked_by'] === admin.id) return rights.mayAct('withdraw') ? ['withdraw'] : [];
  const kind = row['kind'] === 'score' ? 'score' : 'money';
  const ledger = ledgers[kind];
  const books = ledger.may('create') && ledger.writable.has(kind);
  const ways: readonly Decision[] = books ? ['approve', 'refuse'] : ['refuse'];
  return rights.readable.has(kind) ? ways.filter((way) => rights.mayAct(way)) : [];
}

interface DecidingProps {
  readonly what: Decision | null;
  readonly row: Wire;
  readonly onClose: () => void;
}
const Deciding = ({ what, ...props }: DecidingProps) =>
  what === null ? null : (
    <Suspense fallback={null}>
      <DecideDialog what={what} {...props} />
    </Suspense>
  );

const TONES = { approve: 'success', refuse: 'error', withdraw: 'inherit' } as const;

/** How it stands, and beside that the answers for whoever may give them. */
export function StatusCell(props: CellProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { row } = props;
  const ways = useWays(row);
  const open = useDialogStage();
  const { Cell } = viewOf(props.column.kind);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Cell {...props} />
      {ways.map((way) => {
        const Sign = SIGNS[way];
        const label = t(`ledger.second.button.${way}`, { id: Number(row['id']) });
        return (
          <CellButton
            key={way}
            label={label}
            onOpen={() => open((close) => <DecideDialog what={way} row={row} onClose={close} />)}
          >
            <Sign color={TONES[way]} sx={{ fontSize: 18 }} />
          </CellButton>
        );
      })}
    </Box>
  );
}

export function BelowStatus({ rowId }: BelowProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { held } = useRow(pendingBooking, rowId);
  const ways = useWays(held?.row);
  const [open, setOpen] = useState<Decision | null>(null);
  if (held === undefined || ways.length === 0) return null;
  return (
    <Stack direction="row" sx={{ gap: 2, mt: 1 }}>
      {ways.map((way) => (
        <Button
          key={way}
          size="small"
          variant={way === 'approve' ? 'contained' : 'outlined'}
          onClick={() => setOpen(way)}
        >
          {t(`ledger.second.submit.${way}`)}
        </Button>
      ))}
      <Deciding what={open} row={held.row} onClose={() => setOpen(null)} />
    </Stack>
  );
}
