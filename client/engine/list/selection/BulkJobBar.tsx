/** The progress of a job that changes all records of the list, its outcome, and the undo of it as a whole. */
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkJobState } from '../../../../common/protocol/bulkJob';
import { useFormatters } from '../../../shared/i18n/format';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { bulkJobApi } from '../../data/bulkJobApi';
import type { ListModel } from '../useListModel';

const POLL_MS = 1_000;
const isEnded = ({ status }: BulkJobState): boolean => status !== 'waiting' && status !== 'running';

/** The state of the job, read every second until it has ended. */
function useBulkJob(job: number) {
  const { data, error, refetch } = bulkJobApi.useBulkStateQuery(job, { refetchOnMountOrArgChange: true });
  const hasEnded = error !== undefined || (data !== undefined && isEnded(data));
  useEffect(() => {
    if (hasEnded) return undefined;
    const timer = setInterval(() => void refetch(), POLL_MS);
    return () => clearInterval(timer);
  }, [hasEnded, refetch]);
  return { state: data, isUnknown: error !== undefined, hasEnded };
}

function useOutcomeText(): (state: BulkJobState) => string {
  const { t } = useTranslation();
  const format = useFormatters();
  return ({ status, isUndo, changed, skipped, error, done, total }) => {
    if (status === 'waiting' || status === 'running')
      return t('listControls.select.running', { done: format.number(done), total: format.number(total) });
    if (status === 'cancelled') return t('listControls.select.cancelled');
    if (status !== 'success') return [t('listControls.select.failed'), error].filter((text) => text !== '').join(': ');
    const message = t(isUndo ? 'listControls.select.undone' : 'listControls.select.done', { count: changed });
    return skipped === 0 ? message : `${message} · ${t('listControls.select.skipped', { count: skipped })}`;
  };
}

/** Stops the job, which then restores what it has changed. */
function CancelButton({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const [cancelBulk, { isLoading, isSuccess }] = bulkJobApi.useCancelBulkMutation();
  return (
    <Button size="small" disabled={isLoading || isSuccess} onClick={() => void cancelBulk(id)}>
      {t(isSuccess ? 'listControls.select.cancelling' : 'listControls.select.cancel')}
    </Button>
  );
}

function JobState({ model, state, hasEnded }: { model: ListModel; state: BulkJobState; hasEnded: boolean }) {
  const { t } = useTranslation();
  const outcomeText = useOutcomeText();
  const [undoBulk, { isLoading }] = bulkJobApi.useUndoBulkMutation();
  const undo = async () => {
    const { data } = await undoBulk(state.id);
    if (data !== undefined) model.change({ bulkJob: data.job }, { replaces: true });
  };
  const onEnded = useEffectEvent(() => model.rows.refetch());
  useEffect(() => {
    if (hasEnded) onEnded();
  }, [hasEnded]);
  const percent = state.total === 0 ? 100 : Math.min(100, (100 * state.done) / state.total);
  return (
    <>
      <Typography component="output" variant="body2" sx={{ flex: 'none' }}>
        {outcomeText(state)}
      </Typography>
      {!hasEnded && (
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label={t('listControls.select.started')}
          sx={{ flex: 1, minWidth: 80 }}
        />
      )}
      {!hasEnded && <CancelButton id={state.id} />}
      {state.canUndo && (
        <Button size="small" disabled={isLoading} onClick={() => void undo()}>
          {t('listControls.select.undo')}
        </Button>
      )}
      {hasEnded && (
        <IconButton
          size="small"
          aria-label={t('lists.bulk.close')}
          onClick={() => model.change({ bulkJob: null }, { replaces: true })}
          sx={{ ml: 'auto' }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </>
  );
}

export function BulkJobBar({ model, job }: { readonly model: ListModel; readonly job: number }) {
  useLazyTranslations();
  const { state, isUnknown, hasEnded } = useBulkJob(job);
  if (isUnknown || state === undefined) return null;
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        gap: 3,
        px: { xs: 4, sm: 6 },
        py: 1,
        minHeight: 40,
        flex: 'none',
        bgcolor: 'action.hover',
      }}
    >
      <JobState key={job} model={model} state={state} hasEnded={hasEnded} />
    </Stack>
  );
}
