/** The right to a screen went while something was typed on it: no field of it is shown, but what the person wrote herself. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { Suspense, useLayoutEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../../ui/lazyPart';
import { useDraftShelf } from '../draftShelf';

const OwnWords = lazyPart(async () => (await import('./OwnWords')).OwnWords);
const WithheldText = lazyPart(async () => (await import('./WithheldText')).WithheldText);

interface WithheldProps {
  readonly path: string;
  /** Says that the screen may not be shown. */
  readonly children: ReactNode;
}
export function Withheld({ path, children }: WithheldProps) {
  const shelf = useDraftShelf();
  const [held] = useState(() => shelf?.heldAt(path) ?? []);
  const [bulk] = useState(() => shelf?.bulk.get(path));
  // Before what its forms do when they go, which is done after all layout effects.
  useLayoutEffect(() => shelf?.withhold(path), [shelf, path]);
  if (held.length === 0 && bulk === undefined) return children;
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', display: 'flex', flexDirection: 'column' }}>
      <Stack sx={{ gap: 4, width: '100%', maxWidth: 860, mx: 'auto', px: { xs: 4, sm: 6 }, pt: 6 }}>
        <Suspense fallback={null}>
          {held.map(({ key, draft }) => (
            <WithheldText key={key} at={key} draft={draft} />
          ))}
          {bulk && <OwnWords {...bulk} />}
        </Suspense>
      </Stack>
      {children}
    </Box>
  );
}
