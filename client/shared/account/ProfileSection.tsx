/** A section of the profile: a card with a heading. */
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function ProfileSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card component="section" sx={{ p: 6 }}>
      <Typography variant="h2" sx={{ mb: 4 }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}
