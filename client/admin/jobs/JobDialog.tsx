/** A running job over the screen that started it. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEngine } from '../../engine/engineContext';
import { useApp } from '../../shared/app/appContext';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { newEntityKey } from '../designed/newEntityKey';
import { JobView } from './JobView';
import { useJob } from './useJob';

interface JobDialogProps {
  readonly id: number;
  /** The entity to open once the job has ended and the console knows it. */
  readonly target?: { readonly name: string; readonly label: string } | undefined;
  readonly onClose: () => void;
}
/** Hides the notice of the new entity: it would lie over the dialog, which opens the entity too. */
function useHideNotice(entity: string | undefined): void {
  const { toasts } = useApp();
  useEffect(() => {
    if (entity === undefined) return undefined;
    const hide = () => {
      const notice = toasts.list().find(({ key }) => key === newEntityKey(entity));
      if (notice !== undefined) toasts.dismiss(notice.id);
    };
    hide();
    return toasts.subscribe(hide);
  }, [toasts, entity]);
}

export function JobDialog({ id, target, onClose }: JobDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { job } = useJob(id);
  const { registry } = useEngine();
  useHideNotice(target?.name);
  const canOpen = target !== undefined && job?.status === 'success' && registry.get(target.name) !== undefined;
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('designerScreen.job.title')}</DialogTitle>
      <DialogContent>
        <JobView id={id} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('designerScreen.apply.close')}</Button>
        {canOpen && (
          <Button variant="contained" component={Link} to={`${APP_PATHS.admin.home}/${target.name}`} onClick={onClose}>
            {t('designerScreen.apply.open_entity', { name: target.label })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
