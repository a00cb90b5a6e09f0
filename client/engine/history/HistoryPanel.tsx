/** The history of the open record as a live timeline with revert and undo. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import { useUndo } from './useUndo';
import type { EntityFormState } from '../formState/entityFormState';
import { HistoryEntry } from './HistoryEntry';
import { useHistory } from './useHistory';
import { useRevert } from './useRevert';

const AsOfHistoryRecord = lazyWithRetry(async () => (await import('../asOf/AsOfRecord')).AsOfHistoryRecord);

const HistorySkeleton = () => (
  <Stack aria-hidden sx={{ gap: 4, px: 5, py: 4 }}>
    {[1, 2, 3].map((line) => (
      <Skeleton key={line} height={48} />
    ))}
  </Stack>
);

interface HistoryPanelProps {
  readonly form: EntityFormState;
  readonly id: number;
  /** Returns to the fields. */
  readonly onShowForm: () => void;
}
export function HistoryPanel({ form, id, onShowForm }: HistoryPanelProps) {
  const { t } = useTranslation();
  const { entity, draft, readOnly } = form;
  const history = useHistory(entity.name, id, draft.revision);
  const { revert, isBusy } = useRevert(form, id, onShowForm);
  const { undo } = useUndo();
  const [shownMoment, setShownMoment] = useState<number | null>(null);
  const retry = (
    <Button variant="outlined" onClick={history.reload}>
      {t('engine.list.retry')}
    </Button>
  );
  if (history.fault && !history.isLoaded)
    return <EmptyState title={t('history.failed')} help={history.fault.msg} action={retry} />;
  if (!history.isLoaded) return <HistorySkeleton />;
  if (history.entries.length === 0) return <EmptyState title={t('history.empty')} />;
  const actions = {
    revert: readOnly === null ? (...args: Parameters<typeof revert>) => void revert(...args) : undefined,
    undo: ({ cid }: { readonly cid: string }) => void undo(cid),
    isBusy,
    showRecord: ({ at }: { readonly at: number }) => setShownMoment(Math.floor(at / 1000)),
  };
  if (shownMoment !== null)
    return (
      <Suspense fallback={<HistorySkeleton />}>
        <AsOfHistoryRecord
          entity={entity}
          id={id}
          moment={shownMoment}
          onBack={() => setShownMoment(null)}
          onOpenNow={onShowForm}
        />
      </Suspense>
    );
  return (
    <Box sx={{ px: 5, pb: 4 }}>
      <Box component="ol" aria-label={t('history.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {history.entries.map((line) => (
          <HistoryEntry key={line.seq} entity={entity} id={id} entry={line} actions={actions} />
        ))}
      </Box>
      {history.hasMore && (
        <Button fullWidth disabled={history.isBusy} onClick={history.loadOlder} sx={{ mt: 2 }}>
          {t('history.older')}
        </Button>
      )}
    </Box>
  );
}
