/** A line of the lists of purchases and keys. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export const LIST_STYLE = { listStyle: 'none', m: 0, p: 0 } as const;

interface LineProps {
  readonly title: string;
  readonly help: string;
  readonly end: ReactNode;
}
export function ListLine({ title, help, end }: LineProps) {
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 3, py: 3, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>{title}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {help}
        </Typography>
      </Box>
      {end}
    </Stack>
  );
}
