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
import type { ImportDialogProps } from '../../engine/list/tools/importContext';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { PHONE_QUERY } from '../../shared/theme/designTokens';
import { importApi } from './importApi';
import { canCheck, FieldsStep, type Choices } from './FieldsStep';
import { ImportChecked, ImportResult, ImportRunning } from './ImportStates';
import { UploadStep } from './UploadStep';
import { useImport, type LiveImport } from './useImport';

const STEPS = ['upload', 'fields', 'check', 'import', 'result'] as const;
type StepName = (typeof STEPS)[number];

/** The step that the state of the import asks for. */
function getStep(preview: ImportPreview | undefined, live: LiveImport | undefined, isEditing: boolean): StepName {
  if (preview === undefined) return 'upload';
  if (live === undefined || isEditing || live.status === 'uploaded')
    return live?.status === 'checking' ? 'check' : 'fields';
  if (live.status === 'checking' || live.status === 'checked') return 'check';
  return live.status === 'importing' || live.status === 'undoing' ? 'import' : 'result';
}

/** The address of the list with the imported records: new ones by their ids, others by the time of the import. */
function resultAddress({ name, spec }: AnyEntity, live: LiveImport): string | undefined {
  const { firstId, lastId, startedAt, endedAt } = live;
  const filter = (field: string, from: number | string, to: number | string) =>
    `${APP_PATHS.admin.home}/${name}?${new URLSearchParams({ [field]: `${from}..${to}` }).toString()}`;
  if (firstId !== null && live.updated === 0) return filter('id', firstId, lastId ?? firstId);
  if (live.updated === 0 || startedAt === null || endedAt === null || spec.base === 'log') return undefined;
  return filter('update_time', formatDateTime(startedAt), formatDateTime(endedAt));
}

interface ActionsProps extends ImportDialogProps {
  readonly id: number;
  readonly step: StepName;
  readonly live: LiveImport | undefined;
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

function CheckActions({ id, live, onEdit }: ActionsProps) {
  const { t } = useTranslation();
  const [start, { isLoading }] = importApi.useStartImportMutation();
  const count = (live?.created ?? 0) + (live?.updated ?? 0);
  if (live?.status !== 'checked') return null;
  return (
    <>
      <Button onClick={() => onEdit(true)}>{t('imports.back')}</Button>
      <Button variant="contained" disabled={count === 0} loading={isLoading} onClick={() => void start(id)}>
        {t('imports.check.submit', { count })}
      </Button>
    </>
  );
}

function ResultActions({ id, live, entity, onClose, onRestart }: ActionsProps) {
  const { t } = useTranslation();
  const [undo, { isLoading }] = importApi.useUndoImportMutation();
  const address = live && live.status === 'success' ? resultAddress(entity, live) : undefined;
  const canUndo = live?.status === 'success' && live.created + live.updated > 0;
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
  return (
    <DialogActions sx={{ flexWrap: 'wrap' }}>
      <Button onClick={props.onClose}>{t('imports.close')}</Button>
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
  ...{ mapping, mode, key },
  options: { clearEmpty: false, dayFirst: false },
});

export function ImportDialog({ entity, onClose }: ImportDialogProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const titleId = useId();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const { many } = useEntityLabels(entity);
  const [preview, setPreview] = useState<ImportPreview>();
  const [choices, setChoices] = useState<Choices>();
  const [isEditing, setIsEditing] = useState(false);
  const live = useImport(preview?.id ?? null);
  const step = getStep(preview, live, isEditing);
  const open = (next: ImportPreview | undefined) => {
    setPreview(next);
    setChoices(next && getChoices(next));
    setIsEditing(false);
  };
  const id = preview?.id ?? 0;
  const isCheckable = preview !== undefined && choices !== undefined && canCheck(preview, choices);
  const isRunning = live !== undefined && ['checking', 'importing', 'undoing'].includes(live.status);
  return (
    <Dialog open fullWidth fullScreen={isPhone} maxWidth="md" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('imports.title', { many })}</DialogTitle>
      <DialogContent>
        <ImportSteps step={step} />
        {step === 'upload' && <UploadStep entity={entity.name} onUploaded={open} />}
        {step === 'fields' && live !== undefined && live.error !== '' && (
          <Alert severity="error" sx={{ mb: 4 }}>
            {t('imports.check.failed', { error: live.error })}
          </Alert>
        )}
        {step === 'fields' && preview && choices && (
          <FieldsStep {...{ entity, preview, choices }} onChange={setChoices} />
        )}
        {live && isRunning && step !== 'fields' && <ImportRunning {...{ id, live, entity }} />}
        {live?.status === 'checked' && step === 'check' && <ImportChecked {...{ id, live, entity }} />}
        {live && step === 'result' && <ImportResult {...{ id, live, entity }} />}
      </DialogContent>
      <ImportActions
        {...{ id, step, live, choices, isCheckable, entity, onClose }}
        onEdit={setIsEditing}
        onRestart={() => open(undefined)}
      />
    </Dialog>
  );
}
