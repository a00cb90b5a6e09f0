/** Live progress and result of a check, an import or an undo. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useFormatters } from '../../shared/i18n/format';
import { importApi } from './importApi';
import { ImportErrorTable } from './ImportErrorTable';
import { ImportFigures } from './ImportFigures';
import type { ImportProgress } from './useImport';

interface ImportStateProps {
  readonly id: number;
  readonly progress: ImportProgress;
  readonly entity: AnyEntity;
}

function RunningText({ progress: { status, done, total } }: Pick<ImportStateProps, 'progress'>) {
  const { t } = useTranslation();
  const format = useFormatters();
  const text =
    status === 'checking'
      ? t('imports.check.running')
      : t(`imports.progress.${status === 'undoing' ? 'undoing' : 'importing'}`);
  const counted =
    status === 'checking'
      ? t('imports.check.counted', { count: done })
      : t('imports.progress.counted', { done: format.number(done), total: format.number(total) });
  return (
    <>
      <Typography>{text}</Typography>
      {status !== 'undoing' && (
        <Typography
          component="output"
          variant="body2"
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {counted}
        </Typography>
      )}
    </>
  );
}

/** Progress of a running job, with a button to cancel it. */
export function ImportRunning({ id, progress }: ImportStateProps) {
  const { t } = useTranslation();
  const [cancel, { isLoading, isSuccess }] = importApi.useCancelImportMutation();
  const hasShare = progress.status === 'importing' && progress.total > 0;
  return (
    <Stack sx={{ gap: 3 }}>
      <RunningText progress={progress} />
      <LinearProgress
        aria-label={t(`imports.steps.${progress.status === 'checking' ? 'check' : 'import'}`)}
        {...(hasShare ? { variant: 'determinate' as const, value: (100 * progress.done) / progress.total } : {})}
        sx={{ height: 6, borderRadius: '6px' }}
      />
      {isSuccess && progress.status !== 'checking' ? (
        <Alert severity="info">{t('imports.progress.canceling')}</Alert>
      ) : (
        <Button
          color="error"
          variant="outlined"
          size="small"
          loading={isLoading}
          onClick={() => void cancel(id)}
          sx={{ alignSelf: 'start' }}
        >
          {t('imports.progress.cancel')}
        </Button>
      )}
    </Stack>
  );
}

/** The outcome of a check. */
export function ImportChecked({ id, progress, entity }: ImportStateProps) {
  const { t } = useTranslation();
  const isUsable = progress.created + progress.updated > 0;
  const severity = !isUsable ? 'error' : progress.refused > 0 ? 'warning' : 'success';
  return (
    <Stack sx={{ gap: 4 }}>
      <ImportFigures progress={progress} group="check" />
      <Alert severity={severity}>
        {t(`imports.check.${isUsable ? (progress.refused > 0 ? 'some' : 'good') : 'none'}`)}
      </Alert>
      {progress.refused > 0 && <ImportErrorTable id={id} status={progress.status} entity={entity.name} />}
    </Stack>
  );
}

const SEVERITIES = { success: 'success', cancelled: 'info', failed: 'error', undone: 'info' } as const;
/** The outcome of an import. */
export function ImportResult({ id, progress, entity }: ImportStateProps) {
  const { t } = useTranslation();
  const status = progress.status as keyof typeof SEVERITIES; // The component is used in these states only.
  return (
    <Stack sx={{ gap: 4 }}>
      <Alert severity={SEVERITIES[status]}>
        {t(`imports.result.${status}`)}
        {progress.error !== '' && ` ${progress.error}`}
      </Alert>
      {status === 'success' && <ImportFigures progress={progress} group="result" />}
      {status === 'success' && progress.refused > 0 && (
        <ImportErrorTable id={id} status={progress.status} entity={entity.name} />
      )}
    </Stack>
  );
}
