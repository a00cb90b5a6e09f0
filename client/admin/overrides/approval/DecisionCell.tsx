/** Status in a list with a button for each possible decision. */
import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { getFieldType } from '../../../engine/fieldTypes/index';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useOpenDialog } from '../../../shared/controls/DialogHost';
import { CellButton } from '../CellButton';
import type { Decision } from './decision';

const ICONS = { approve: Check, refuse: Close, withdraw: Undo } as const;
const COLORS = { approve: 'success', refuse: 'error', withdraw: 'inherit' } as const;

interface DecisionCellProps extends CellProps {
  readonly decisions: readonly Decision[];
  readonly getLabel: (decision: Decision) => string;
  /** Confirmation dialog of a decision. */
  readonly dialog: (decision: Decision, onClose: () => void) => ReactNode;
}
export function DecisionCell({ decisions, getLabel: labelOf, dialog, ...props }: DecisionCellProps) {
  const open = useOpenDialog();
  const { Cell } = getFieldType(props.column.kind);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Cell {...props} />
      {decisions.map((decision) => {
        const Icon = ICONS[decision];
        return (
          <CellButton key={decision} label={labelOf(decision)} onOpen={() => open((close) => dialog(decision, close))}>
            <Icon color={COLORS[decision]} sx={{ fontSize: 18 }} />
          </CellButton>
        );
      })}
    </Box>
  );
}
