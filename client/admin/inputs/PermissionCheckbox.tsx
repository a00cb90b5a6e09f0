/** Checkbox with three states. A disabled one shows its reason in a tooltip and to screen readers. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../../ui/visuallyHidden';

export type CheckState = 'all' | 'some' | 'none';

interface PermissionCheckboxProps {
  readonly label: ReactNode;
  readonly state: CheckState;
  /** Why it is disabled; empty when the reason is shown elsewhere. */
  readonly disabledReason: string | undefined;
  /** Additional explanation: it is ticked but has no effect. */
  readonly note?: string | undefined;
  /** The group of the checkboxes tells screen readers why some are disabled. */
  readonly isReasonAtGroup?: boolean;
  readonly onToggle: (on: boolean) => void;
}
export function PermissionCheckbox(props: PermissionCheckboxProps) {
  const { label, state, disabledReason, note, isReasonAtGroup = false, onToggle } = props;
  const explanation = disabledReason === undefined || disabledReason === '' ? note : disabledReason;
  const checkbox = (
    <FormControlLabel
      control={
        <Checkbox
          size="small"
          checked={state === 'all'}
          indeterminate={state === 'some'}
          onChange={(_, on) => onToggle(on)}
        />
      }
      disabled={disabledReason !== undefined}
      label={
        <>
          {disabledReason === undefined && note !== undefined ? (
            <Box component="span" sx={{ textDecoration: 'line-through', color: 'text.secondary' }}>
              {label}
            </Box>
          ) : (
            label
          )}
          {explanation !== undefined && !(isReasonAtGroup && disabledReason !== undefined) && (
            <Box component="span" sx={visuallyHidden}>
              {` (${explanation})`}
            </Box>
          )}
        </>
      }
      sx={{ ml: 0, mr: 0, minWidth: 0 }}
    />
  );
  return explanation !== undefined ? (
    <Tooltip title={explanation} describeChild>
      <span>{checkbox}</span>
    </Tooltip>
  ) : (
    checkbox
  );
}
