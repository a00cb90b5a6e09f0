/** Tools at the end of the toolbar: export, past moments, order on phones, columns and display options. */
import Stack from '@mui/material/Stack';
import { Suspense } from 'react';
import type { ListModel } from '../useListModel';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import type { LiveMode } from './DisplayMenu';

const ListTools = lazyWithRetry(async () => (await import('./ListTools')).ListTools, 'small');

interface ViewMenuProps {
  readonly model: ListModel;
  readonly live: LiveMode;
}
export function ViewMenu({ model, live }: ViewMenuProps) {
  return (
    <Stack direction="row" sx={{ display: { xs: 'contents', sm: 'flex' }, gap: 1 }}>
      <Suspense>
        <ListTools model={model} live={live} />
      </Suspense>
    </Stack>
  );
}
