/** The state of a job: progress, steps, output, error, and a button to cancel it. */
import CancelledIcon from '@mui/icons-material/UndoOutlined';
import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlined';
import RunningIcon from '@mui/icons-material/PlayCircleOutlined';
import WaitingIcon from '@mui/icons-material/RadioButtonUnchecked';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { admin as adminEntity } from '../../../common/entities/admin';
import { job as jobEntity } from '../../../common/entities/job';
import { useTitles } from '../../engine/data/useTitles';
import { EmptyState } from '../../ui/EmptyState';
import { useBootstrap } from '../../shared/api/bootstrap';
import { useEntityLabels, useLanguage } from '../../shared/i18n/i18n';
import { useFormatters } from '../../shared/i18n/format';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { useCancelJobMutation } from './jobApi';
import { describeJobError, isUnfinished, type Job, type JobStatus, type JobStep } from './parseJob';
import { useJob } from './useJob';

const STEP_ICONS = {
  waiting: WaitingIcon,
  running: RunningIcon,
  success: DoneIcon,
  failed: FailedIcon,
  undone: CancelledIcon,
} as const;
const STEP_COLORS: Readonly<Record<JobStep['status'], string>> = {
  waiting: 'text.disabled',
  running: 'info.main',
  success: 'success.main',
  failed: 'error.main',
  undone: 'warning.main',
};
const PROGRESS_COLORS: Readonly<Record<JobStatus, 'primary' | 'success' | 'error' | 'warning'>> = {
  waiting: 'primary',
  running: 'primary',
  success: 'success',
  failed: 'error',
  cancelled: 'warning',
};

/** The text of a known name; an unknown name as it is. */
function useKnownTexts() {
  const { t, i18n } = useTranslation();
  return (group: 'kinds' | 'steps', name: string): string => {
    const key = `designerScreen.job.${group}.${name}`;
    return i18n.exists(key) ? t(key as 'designerScreen.job.steps.check') : name;
  };
}

interface StepRowProps {
  readonly step: JobStep;
  /** A step that waits then will not run any more. */
  readonly isEnded: boolean;
}
function StepRow({ step, isEnded }: StepRowProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const knownText = useKnownTexts();
  const Icon = STEP_ICONS[step.status];
  const state = isEnded && step.status === 'waiting' ? 'skipped' : step.status;
  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center', gap: 2, minHeight: 32 }}>
      <Icon fontSize="small" sx={{ color: STEP_COLORS[step.status] }} aria-hidden />
      <Typography component="span" sx={{ flex: 1, minWidth: 0 }}>
        {knownText('steps', step.name)}
      </Typography>
      <Typography
        component="span"
        variant="caption"
        sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {[t(`designerScreen.job.step_states.${state}`), ...(step.at === null ? [] : [format.time(step.at)])].join(
          ' · ',
        )}
      </Typography>
    </Stack>
  );
}

function JobOutput({ output }: { readonly output: string }) {
  const { t } = useTranslation();
  if (output.trim() === '') return null;
  return (
    <Box>
      <Typography variant="caption" component="h3" sx={{ fontWeight: 600 }}>
        {t('designerScreen.job.output')}
      </Typography>
      <Box
        component="section"
        tabIndex={0}
        aria-label={t('designerScreen.job.output')}
        sx={{
          m: 0,
          mt: 1,
          p: 2,
          maxHeight: 220,
          overflow: 'auto',
          bgcolor: 'background.sunken',
          borderRadius: '6px',
          fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
          fontSize: '0.8125rem',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {output}
      </Box>
    </Box>
  );
}

function CancelButton({ id, job }: { readonly id: number; readonly job: Job }) {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const [cancel, { isLoading }] = useCancelJobMutation();
  if (!isUnfinished(job)) return null;
  if (job.isCancelling) return <Alert severity="info">{t('designerScreen.job.cancelling')}</Alert>;
  if (!admin.super && job.startedBy !== admin.id) return null;
  return (
    <Button
      variant="outlined"
      color="error"
      size="small"
      loading={isLoading}
      onClick={() => void cancel(id)}
      sx={{ alignSelf: 'start' }}
    >
      {t('designerScreen.job.cancel')}
    </Button>
  );
}

function StartedBy({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const id = job.startedBy ?? 0;
  const name = useTitles(adminEntity.name, id === 0 ? [] : [id])[id] ?? `#${id}`;
  if (job.startedBy === null) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t('designerScreen.job.by', { name, time: format.dateTime(job.createdAt) })}
    </Typography>
  );
}

function JobDetails({ id, job }: { readonly id: number; readonly job: Job }) {
  const { t } = useTranslation();
  const { choices } = useEntityLabels(jobEntity);
  const knownText = useKnownTexts();
  const lang = useLanguage();
  const status = choices['status']?.[job.status] ?? job.status;
  return (
    <Stack sx={{ gap: 4 }}>
      <Stack sx={{ gap: 1 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {[knownText('kinds', job.kind), job.subject].filter((part) => part !== '').join(' · ')}
        </Typography>
        <StartedBy job={job} />
      </Stack>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 3 }}>
        <LinearProgress
          variant="determinate"
          value={job.progress}
          color={PROGRESS_COLORS[job.status]}
          aria-label={t('designerScreen.job.progress')}
          sx={{ flex: 1, height: 6, borderRadius: '6px' }}
        />
        <Typography component="output" variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {`${status} · ${job.progress} %`}
        </Typography>
      </Stack>
      {job.error !== '' && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {describeJobError(job, lang)}
        </Alert>
      )}
      <Box component="ol" aria-label={t('designerScreen.job.steps_title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {job.steps.map((step) => (
          <StepRow key={step.name} step={step} isEnded={!isUnfinished(job)} />
        ))}
      </Box>
      <CancelButton id={id} job={job} />
      <JobOutput output={job.output} />
    </Stack>
  );
}

export function JobView({ id }: { readonly id: number }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { job, fault } = useJob(id);
  if (job !== undefined) return <JobDetails id={id} job={job} />;
  if (fault !== undefined) return <EmptyState title={t('engine.form.failed_title')} help={fault.msg} />;
  return (
    <Stack sx={{ gap: 3 }} aria-hidden>
      {[24, 8, 160].map((height) => (
        <Skeleton key={height} variant="rounded" height={height} />
      ))}
    </Stack>
  );
}
