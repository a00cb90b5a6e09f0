/** One part of an item in a list of choices or transitions, with its name above. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A frame around the parts of an item, so that neighbors stay apart. */
export const LIST_ITEM_STYLE = {
  gap: 1,
  alignItems: 'start',
  p: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: '6px',
} as const;

interface LabelledPartProps {
  /** Decoration: the input names itself more exactly. */
  readonly text: string;
  readonly children: ReactNode;
}
export const LabelledPart = ({ text, children }: LabelledPartProps) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography aria-hidden variant="caption" component="p" noWrap sx={{ color: 'text.secondary' }}>
      {text}
    </Typography>
    {children}
  </Box>
);
