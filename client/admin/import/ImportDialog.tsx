/** Imports a file in steps: upload, fields, check, import, result. The import goes on when the dialog is closed. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import type { ImportPreview } from '../../../common/protocol/dataImport';
import { formatDateTime } from '../../../common/text/time/dates';
import { lowercaseInitial } from '../../engine/lowercaseInitial';
import type { ImportDialogProps } from '../../engine/list/tools/importContext';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { PHONE_QUERY } from '../../shared/theme/designTokens';
import { importApi } from './importApi';
import { canCheck, FieldsStep, type Choices } from './FieldsStep';
import { ImportChecked, ImportResult, ImportRunning } from './ImportStates';
import { UploadStep } from './UploadStep';
import { useImport, type ImportProgress } from './useImport';

const STEPS = ['upload', 'fields', 'check', 'import', 'result'] as const;
type StepName = (typeof STEPS)[number];

/** The step that the state of the import asks for. */
function getStep(
  preview: ImportPreview | undefined,
  progress: ImportProgress | undefined,
  isEditing: boolean,
): StepName {
  if (preview === undefined) return 'upload';
  if (progress === undefined || isEditing || progress.status === 'uploaded')
    return progress?.status === 'checking' ? 'check' : 'fields';
  if (progress.status === 'checking' || progress.status === 'checked') return 'check';
  return progress.status === 'importing' || progress.status === 'undoing' ? 'import' : 'result';
}

/** The address of the list with the imported records: new ones by their ids, others by the time of the import. */
function resultAddress({ name, spec }: AnyEntity, progress: ImportProgress): string | undefined {
  const { firstId, lastId, startedAt, endedAt } = progress;
  const filter = (field: string, from: number | string, to: number | string) =>
    `${APP_PATHS.admin.home}/${name}?${new URLSearchParams({ [field]: `${from}..${to}` }).toString()}`;
  if (firstId !== null && progress.updated === 0) return filter('id', firstId, lastId ?? firstId);
  if (progress.updated === 0 || startedAt === null || endedAt === null || spec.base === 'log') return undefined;
  return filter('update_time', formatDateTime(startedAt), formatDateTime(endedAt));
}

interface ActionsProps extends ImportDialogProps {
  readonly id: number;
  readonly step: StepName;
  readonly progress: ImportProgress | undefined;
  readonly choices: Choices | undefined;
  readonly isCheckable: boolean;
  readonly onEdit: (isEditing: boolean) => void;
  readonly onRestart: () => void;
}

function FieldsActions({ id, choices, isCheckable, onEdit }: ActionsProps) {
  const { t } = useTranslation();
  const [check, { isLoading }] = importApi.useCheckImportMutation();
  const run = async () => {
    if (choices === undefined) return;
    const response = await check({ id, ...choices });
    if (!('error' in response)) onEdit(false);
  };
  return (
    <Button variant="contained" disabled={!isCheckable} loading={isLoading} onClick={() => void run()}>
      {t('imports.fields.submit')}
    </Button>
  );
}

function CheckActions({ id, progress, onEdit }: ActionsProps) {
  const { t } = useTranslation();
  const [start, { isLoading }] = importApi.useStartImportMutation();
  const count = (progress?.created ?? 0) + (progress?.updated ?? 0);
  if (progress?.status !== 'checked') return null;
  return (
    <>
      <Button onClick={() => onEdit(true)}>{t('imports.back')}</Button>
      <Button variant="contained" disabled={count === 0} loading={isLoading} onClick={() => void start(id)}>
        {t('imports.check.submit', { count })}
      </Button>
    </>
  );
}

function ResultActions({ id, progress, entity, onClose, onRestart }: ActionsProps) {
  const { t } = useTranslation();
  const [undo, { isLoading }] = importApi.useUndoImportMutation();
  const address = progress?.status === 'success' ? resultAddress(entity, progress) : undefined;
  const canUndo = progress?.status === 'success' && progress.created + progress.updated > 0;
  return (
    <>
      <Button onClick={onRestart}>{t('imports.result.again')}</Button>
      {canUndo && (
        <Button color="error" loading={isLoading} onClick={() => void undo(id)}>
          {t('imports.result.undo')}
        </Button>
      )}
      {address !== undefined && (
        <Button variant="contained" component={Link} to={address} onClick={onClose}>
          {t('imports.result.open')}
        </Button>
      )}
    </>
  );
}

function ImportActions(props: ActionsProps) {
  const { t } = useTranslation();
  const isBeforeCheck = props.step === 'upload' || props.step === 'fields';
  return (
    <DialogActions sx={{ flexWrap: 'wrap' }}>
      <Button onClick={props.onClose}>{t(isBeforeCheck ? 'imports.cancel' : 'imports.close')}</Button>
      {props.step === 'fields' && <FieldsActions {...props} />}
      {props.step === 'check' && <CheckActions {...props} />}
      {props.step === 'result' && <ResultActions {...props} />}
    </DialogActions>
  );
}

function ImportSteps({ step }: { readonly step: StepName }) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE_QUERY);
  return (
    <Stepper
      activeStep={STEPS.indexOf(step)}
      alternativeLabel={isPhone}
      aria-label={t('imports.steps.label')}
      sx={{ mb: 5 }}
    >
      {STEPS.map((name) => (
        <Step key={name}>
          <StepLabel>{t(`imports.steps.${name}`)}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}

const getChoices = ({ mapping, mode, key }: ImportPreview): Choices => ({
  mapping,
  mode,
  key,
  options: { clearEmpty: false, dayFirst: false },
});

/** The dialog keeps its place and its least height in all steps. */
const steadyStyle = {
  '& .MuiDialog-container': { alignItems: { sm: 'flex-start' } },
  '& .MuiDialog-paper': { mt: { sm: '8vh' }, minHeight: { sm: 'min(560px, 84vh)' }, maxHeight: { sm: '84vh' } },
} as const;

const DIALOG_PROPS = { open: true, fullWidth: true, maxWidth: 'md', sx: steadyStyle } as const;
const RUNNING: ReadonlySet<string> = new Set(['checking', 'importing', 'undoing']);

export function ImportDialog({ entity, onClose }: ImportDialogProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const titleId = useId();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const { many } = useEntityLabels(entity);
  const [preview, setPreview] = useState<ImportPreview>();
  const [choices, setChoices] = useState<Choices>();
  const [isEditing, setIsEditing] = useState(false);
  const progress = useImport(preview?.id ?? null);
  const step = getStep(preview, progress, isEditing);
  const open = (next: ImportPreview | undefined) => {
    setPreview(next);
    setChoices(next && getChoices(next));
    setIsEditing(false);
  };
  const id = preview?.id ?? 0;
  const isCheckable = preview !== undefined && choices !== undefined && canCheck(preview, choices);
  return (
    <Dialog {...DIALOG_PROPS} fullScreen={isPhone} onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('imports.title', { many: lowercaseInitial(many) })}</DialogTitle>
      <DialogContent>
        <ImportSteps step={step} />
        {step === 'upload' && <UploadStep entity={entity} onUploaded={open} />}
        {step === 'fields' && progress !== undefined && progress.error !== '' && (
          <Alert severity="error" sx={{ mb: 4 }}>
            {t('imports.check.failed', { error: progress.error })}
          </Alert>
        )}
        {step === 'fields' && preview && choices && (
          <FieldsStep entity={entity} preview={preview} choices={choices} onChange={setChoices} />
        )}
        {progress && RUNNING.has(progress.status) && step !== 'fields' && (
          <ImportRunning id={id} progress={progress} entity={entity} />
        )}
        {progress?.status === 'checked' && step === 'check' && (
          <ImportChecked id={id} progress={progress} entity={entity} />
        )}
        {progress && step === 'result' && <ImportResult id={id} progress={progress} entity={entity} />}
      </DialogContent>
      <ImportActions
        id={id}
        step={step}
        progress={progress}
        choices={choices}
        isCheckable={isCheckable}
        entity={entity}
        onClose={onClose}
        onEdit={setIsEditing}
        onRestart={() => open(undefined)}
      />
    </Dialog>
  );
}
