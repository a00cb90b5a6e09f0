/** An empty state: says what belongs here and offers an action. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** `h1` if it is the only content of the page. */
  readonly level?: 'h1' | 'h2';
  readonly help?: string;
  readonly action?: ReactNode;
}
export function EmptyState({ icon, title, level = 'h2', help, action }: EmptyStateProps) {
  return (
    <Stack sx={{ alignItems: 'center', justifyContent: 'center', textAlign: 'center', gap: 2, px: 6, py: 16, flex: 1 }}>
      {icon !== undefined && <Stack sx={{ color: 'text.disabled', mb: 2, '& svg': { fontSize: 40 } }}>{icon}</Stack>}
      <Typography variant="h3" component={level}>
        {title}
      </Typography>
      {help !== undefined && <Typography sx={{ color: 'text.secondary', maxWidth: 420 }}>{help}</Typography>}
      {action !== undefined && <Stack sx={{ mt: 4 }}>{action}</Stack>}
    </Stack>
  );
}
