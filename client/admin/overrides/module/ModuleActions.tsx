/** The actions of a module by its state, with their dialogs. Only for super admins. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isCallFault } from '../../../shared/api/faults';
import { useApp } from '../../../shared/app/appContext';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useDownload } from '../../../shared/app/useDownload';
import { JobDialog } from '../../jobs/JobDialog';
import { DisableDialog, DiscardDialog, UninstallDialog } from './ConfirmDialogs';
import { useChangeModuleMutation } from './moduleApi';
import type { ModuleState, ShownModule } from './parseModule';
import { ReviewDialog } from './ReviewDialog';
import { useReviewParam } from './useReviewParam';

const ACTIONS: Readonly<Record<ModuleState, readonly ActionName[]>> = {
  init: ['review', 'discard'],
  download: [],
  install: [],
  installed: ['disable', 'export', 'uninstall'],
  update: ['review_update', 'discard', 'disable', 'export', 'uninstall'],
  disabled: ['enable', 'export', 'uninstall'],
  unknown: ['disable', 'uninstall'],
};
type ActionName = 'review' | 'review_update' | 'get_update' | 'discard' | 'disable' | 'enable' | 'export' | 'uninstall';
const MAIN_ACTIONS: readonly ActionName[] = ['review', 'review_update', 'get_update', 'enable'];

/** An update that is only offered is fetched in the marketplace first. What is not active cannot be disabled. */
const getActions = ({ state, isOnlyOffered, isActive }: ShownModule): readonly ActionName[] =>
  ACTIONS[state]
    .filter((name) => name !== 'disable' || isActive)
    .map((name) => (name === 'review_update' && isOnlyOffered ? 'get_update' : name));

/** Whether a package waits to be reviewed. */
const isWaiting = ({ state, isOnlyOffered }: ShownModule): boolean =>
  state === 'init' || (state === 'update' && !isOnlyOffered);

type Overlay = 'discard' | 'disable' | 'uninstall' | { readonly job: number } | null;

interface ModuleActionsProps {
  readonly id: number;
  readonly revision: number;
  readonly shown: ShownModule;
  /** Only the dialog of the job that removed the module stays open. */
  readonly isGone: boolean;
}
export function ModuleActions({ id, revision, shown, isGone }: ModuleActionsProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { toasts } = useApp();
  const navigate = useNavigate();
  const download = useDownload();
  const [change, { isLoading }] = useChangeModuleMutation();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const { isOpen, openReview, closeReview } = useReviewParam();
  const title = shown.title[lang];
  const close = () => setOverlay(null);
  const onStarted = (job: number) => setOverlay({ job });
  const enable = async () => {
    const { data, error } = await change({ action: 'changeState', id, state: 1 });
    if (data !== undefined) onStarted(data);
    else if (isCallFault(error) && error.kind !== 'cancelled') toasts.show('error', error.msg);
  };
  const run = (name: ActionName) => {
    if (name === 'review' || name === 'review_update') openReview(id);
    else if (name === 'get_update') void navigate(`${APP_PATHS.admin.home}/market?plugin=${shown.uid}`);
    else if (name === 'enable') void enable();
    else if (name === 'export') download(`/admin/module/rows?id=${id}`, `${shown.uid}-rows.zip`);
    else setOverlay(name);
  };
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
      {(isGone ? [] : getActions(shown)).map((name) => (
        <Button
          key={name}
          size="small"
          variant={MAIN_ACTIONS.includes(name) ? 'contained' : 'outlined'}
          color={name === 'uninstall' || name === 'discard' ? 'error' : 'primary'}
          loading={name === 'enable' && isLoading}
          onClick={() => run(name)}
        >
          {t(`modules.actions.${name}`)}
        </Button>
      ))}
      {isOpen && !isGone && overlay === null && isWaiting(shown) && (
        <ReviewDialog
          id={id}
          revision={revision}
          onClose={closeReview}
          onStarted={(job) => {
            closeReview();
            onStarted(job);
          }}
        />
      )}
      {overlay === 'disable' && <DisableDialog id={id} title={title} onStarted={onStarted} onClose={close} />}
      {overlay === 'discard' && <DiscardDialog id={id} title={title} onClose={close} />}
      {overlay === 'uninstall' && (
        <UninstallDialog id={id} title={title} onStarted={onStarted} uid={shown.uid} onClose={close} />
      )}
      {typeof overlay === 'object' && overlay !== null && <JobDialog id={overlay.job} onClose={close} />}
    </Stack>
  );
}
