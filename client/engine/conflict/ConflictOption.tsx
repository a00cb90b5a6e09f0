/** One value to choose in a conflict: a radio button with a caption and the value below it. */
import Box from '@mui/material/Box';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface ConflictOptionProps {
  readonly name: string;
  readonly caption: string;
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
  readonly autoFocus: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}
/** The whole cell is the label of its radio button. */
export const ConflictOption = ({
  name,
  caption,
  isChosen,
  isDisabled,
  autoFocus,
  onChoose,
  children,
}: ConflictOptionProps) => (
  <Box
    component="label"
    sx={{
      position: 'relative',
      display: 'flex',
      gap: 1,
      minWidth: 0,
      p: 2,
      border: 1,
      borderColor: isChosen ? 'primary.main' : 'divider',
      borderRadius: 1.5,
      // A background tint would reduce the contrast of the colored diff.
      boxShadow: isChosen ? 'inset 0 0 0 1px var(--mui-palette-primary-main)' : 'none',
      cursor: isDisabled ? 'default' : 'pointer',
    }}
  >
    <Radio
      size="small"
      name={name}
      checked={isChosen}
      disabled={isDisabled}
      autoFocus={autoFocus}
      onChange={onChoose}
      sx={{ p: 0, alignSelf: 'flex-start' }}
      slotProps={{ input: { 'aria-label': caption } }}
    />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="caption" component="div" sx={{ color: 'text.secondary', mb: 0.5 }}>
        {caption}
      </Typography>
      {children}
    </Box>
  </Box>
);
