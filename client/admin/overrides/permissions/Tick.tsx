/** A tick with three states; one that cannot be set says why, to the eye and to readers. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../../../engine/fieldTypes/cells/cells';
import type { Mark } from './nodeTree';

interface TickProps {
  readonly label: ReactNode;
  readonly mark: Mark;
  /** Why it cannot be set; empty when that is said elsewhere. */
  readonly barred: string | undefined;
  /** What else is to be said of it: it is set and counts for nothing. */
  readonly note?: string | undefined;
  readonly onToggle: (on: boolean) => void;
}
export function Tick({ label, mark, barred, note, onToggle }: TickProps) {
  const said = barred === undefined || barred === '' ? note : barred;
  const tick = (
    <FormControlLabel
      control={
        <Checkbox
          size="small"
          checked={mark === 'all'}
          indeterminate={mark === 'some'}
          onChange={(_, on) => onToggle(on)}
        />
      }
      disabled={barred !== undefined}
      label={
        <>
          {barred === undefined && note !== undefined ? (
            <Box component="span" sx={{ textDecoration: 'line-through', color: 'text.secondary' }}>
              {label}
            </Box>
          ) : (
            label
          )}
          {said !== undefined && (
            <Box component="span" sx={visuallyHidden}>
              {` (${said})`}
            </Box>
          )}
        </>
      }
      sx={{ ml: 0, mr: 0, minWidth: 0 }}
    />
  );
  return said !== undefined ? (
    <Tooltip title={said} describeChild>
      <span>{tick}</span>
    </Tooltip>
  ) : (
    tick
  );
}
