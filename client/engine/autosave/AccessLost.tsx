/** Replaces a screen after its permission is lost: shows none of its fields, only the text the user typed there. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { Suspense, useLayoutEffect, useState, type ReactNode } from 'react';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import { useDraftCache } from '../formState/draftCache';

const UnsavedTextPanel = lazyWithRetry(async () => (await import('./UnsavedTextPanel')).UnsavedTextPanel);
const AccessLostDraft = lazyWithRetry(async () => (await import('./AccessLostDraft')).AccessLostDraft);

interface AccessLostProps {
  readonly path: string;
  /** The notice that the screen may not be shown. */
  readonly children: ReactNode;
}
export function AccessLost({ path, children }: AccessLostProps) {
  const draftCache = useDraftCache();
  const [draftsHere] = useState(() => draftCache?.draftsAt(path) ?? []);
  const [bulkEdit] = useState(() => draftCache?.bulkEdits.get(path));
  // A layout effect, so that it runs before the cleanup effects of the forms.
  useLayoutEffect(() => draftCache?.blockPath(path), [draftCache, path]);
  if (draftsHere.length === 0 && bulkEdit === undefined) return children;
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', display: 'flex', flexDirection: 'column' }}>
      <Stack sx={{ gap: 4, width: '100%', maxWidth: 860, mx: 'auto', px: { xs: 4, sm: 6 }, pt: 6 }}>
        <Suspense fallback={null}>
          {draftsHere.map(({ key, draft }) => (
            <AccessLostDraft key={key} at={key} draft={draft} />
          ))}
          {bulkEdit && <UnsavedTextPanel {...bulkEdit} />}
        </Suspense>
      </Stack>
      {children}
    </Box>
  );
}
