/** Titled section of a log entry, and a list of name/value pairs. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface LogSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}
export const LogSection = ({ title, children }: LogSectionProps) => (
  <Box component="section" aria-label={title}>
    <Typography variant="h6" component="h3" sx={{ pb: 1, mb: 3, borderBottom: 1, borderColor: 'divider' }}>
      {title}
    </Typography>
    {children}
  </Box>
);

/** Leaves out empty values. */
export const FactList = ({ facts }: { readonly facts: readonly (readonly [name: string, value: string])[] }) => (
  <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'minmax(88px, auto) 1fr', gap: 2, m: 0 }}>
    {facts
      .filter(([, value]) => value !== '')
      .map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {name}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
  </Box>
);
