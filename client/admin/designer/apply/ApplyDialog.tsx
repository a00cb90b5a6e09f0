/** Applies a design: shows the changes and the permissions, requires a typed confirmation if values may be lost, then starts the job. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DesignPreview, DesignProblem } from '../../../../common/designer/design';
import { asRecord } from '../../../../common/json';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { isCallFault } from '../../../shared/api/faults';
import { useApp } from '../../../shared/app/appContext';
import { useLanguage } from '../../../shared/i18n/i18n';
import { JobDialog } from '../../jobs/JobDialog';
import { ChangeList } from '../changes/ChangeList';
import { ProblemSummary } from '../changes/ProblemSummary';
import { usePreview } from '../changes/usePreview';
import { useApplyDesignMutation } from '../data/designerApi';
import { useOpenDesign } from '../data/designContext';
import type { Grants } from './propagateGrants';
import { GroupGrants, toGroupGrants } from './GroupGrants';

interface ApplyDialogProps {
  readonly onClose: () => void;
  readonly onShowProblem: (problem: DesignProblem) => void;
}

/** The request, and why it failed. */
function useApply(preview: DesignPreview | undefined) {
  const { id, settings, unsavedForms } = useOpenDesign();
  const [apply, { data: jobId, error, isLoading }] = useApplyDesignMutation();
  const [grants, setGrants] = useState<Grants>({});
  const [typedName, setTypedName] = useState('');
  const isConfirmed = preview !== undefined && (!preview.isLossy || typedName.trim() === settings.table_name);
  const changesAnything = preview?.isChanged === true || toGroupGrants(grants).length > 0;
  const submit = () =>
    void apply({
      id,
      groups: toGroupGrants(grants),
      ...(preview?.isLossy === true ? { confirm: typedName.trim() } : {}),
    });
  const fault = isCallFault(error) && error.kind !== 'cancelled' ? error : undefined;
  return {
    jobId,
    fault,
    isLoading,
    grants,
    setGrants,
    typedName,
    setTypedName,
    hasUnsaved: unsavedForms.size > 0,
    canSubmit: isConfirmed && changesAnything && unsavedForms.size === 0,
    submit,
  };
}

type Applying = ReturnType<typeof useApply>;
function ApplyForm({ preview, applying }: { readonly preview: DesignPreview; readonly applying: Applying }) {
  const { t } = useTranslation();
  const { settings, entity } = useOpenDesign();
  return (
    <Stack sx={{ gap: 6 }}>
      <ChangeList preview={preview} />
      {preview.isLossy && (
        <TextField
          fullWidth
          size="small"
          autoComplete="off"
          label={t('designerScreen.apply.typed', { table: settings.table_name })}
          value={applying.typedName}
          onChange={({ target }) => applying.setTypedName(target.value)}
        />
      )}
      {entity && <GroupGrants entity={entity} grants={applying.grants} onChange={applying.setGrants} />}
      {applying.hasUnsaved && <Alert severity="warning">{t('designerScreen.apply.unsaved')}</Alert>}
      {applying.fault && <Alert severity="error">{applying.fault.msg}</Alert>}
    </Stack>
  );
}

/** Closes the toasts of earlier edits, which would lie over the dialog. Those with details stay until they are closed. */
function useClearToasts(): void {
  const { toasts } = useApp();
  useEffect(() => {
    for (const { id, details } of toasts.list()) if (details === undefined) toasts.dismiss(id);
  }, [toasts]);
}

export function ApplyDialog({ onClose, onShowProblem }: ApplyDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const lang = useLanguage();
  const { settings, entity } = useOpenDesign();
  const { preview, problems } = usePreview();
  const applying = useApply(preview);
  useClearToasts();
  const refused = asRecord(applying.fault?.data)?.['problems'];
  const shownProblems = Array.isArray(refused) ? (refused as readonly DesignProblem[]) : problems; // the server's contract
  const { jobId } = applying;
  if (jobId !== undefined) {
    const target = entity && { name: entity.name, label: entityLabels(entity, lang).many };
    return <JobDialog id={jobId} target={target} onClose={onClose} />;
  }
  const showProblem = (problem: DesignProblem) => {
    onClose();
    onShowProblem(problem);
  };
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('designerScreen.apply.title', { table: settings.table_name })}</DialogTitle>
      <DialogContent>
        {shownProblems.length > 0 ? (
          <ProblemSummary problems={shownProblems} onShow={showProblem} />
        ) : preview === undefined ? (
          <Skeleton variant="rounded" height={200} />
        ) : (
          <ApplyForm preview={preview} applying={applying} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('shell.cancel')}</Button>
        <Button
          variant="contained"
          color={preview?.isLossy === true ? 'error' : 'primary'}
          loading={applying.isLoading}
          disabled={!applying.canSubmit || shownProblems.length > 0}
          onClick={applying.submit}
        >
          {t('designerScreen.apply.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
