/** Asks before rows are deleted or an action runs. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import type { TFunction } from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useOverride } from '../engineContext';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import { useFormatValue } from '../fieldTypes/useFormatValue';
import { usePermissions, type EntityPermissions } from '../usePermissions';
import type { ListModel } from './useListModel';
import type { PendingAction, RowActions } from './useRowActions';
import { useRowTitle } from '../data/useRowTitle';

const HiddenSelectionText = lazyWithRetry(
  async () => (await import('./selection/HiddenSelection')).HiddenSelectionText,
  'none',
);
const PermissionLostAlert = lazyWithRetry(
  async () => (await import('./selection/PermissionLostAlert')).PermissionLostAlert,
  'none',
);

const isActionAllowed = (permissions: EntityPermissions, pendingAction: PendingAction): boolean =>
  pendingAction.kind === 'act'
    ? permissions.canRunAction(pendingAction.action)
    : permissions.can(pendingAction.kind === 'remove' ? 'remove' : 'update');

/** Label and new value of the change to confirm. */
function useChangeText(entity: AnyEntity, pendingAction: PendingAction | null) {
  const labels = useEntityLabels(entity);
  const formatValue = useFormatValue(entity);
  if (pendingAction?.kind !== 'change') return undefined;
  const { field, value } = pendingAction;
  return { field: labels.fields[field] ?? field, value: formatValue(field, value), help: labels.help[field] };
}

const deleteTitle = (t: TFunction, ids: readonly number[], title: string): string =>
  ids.length === 1
    ? t('engine.confirm.remove_title', { title })
    : t('engine.confirm.remove_many', { count: ids.length });

interface ConfirmActionDialogProps {
  readonly model: ListModel;
  readonly actions: RowActions;
}
export function ConfirmActionDialog({ model, actions }: ConfirmActionDialogProps) {
  const { t } = useTranslation();
  const { entity } = model;
  const labels = useEntityLabels(entity);
  const permissions = usePermissions(entity);
  const { pendingAction, setPendingAction, confirm, isBusy } = actions;
  const DeleteWarning = useOverride(entity)?.deleteWarning;
  const first = pendingAction?.kind === 'remove' ? (pendingAction.ids[0] ?? 0) : (pendingAction?.id ?? 0);
  const title = useRowTitle(entity, first);
  const action = pendingAction?.kind === 'act' ? (labels.actions[pendingAction.action] ?? pendingAction.action) : '';
  const isRemoval = pendingAction?.kind === 'remove';
  const change = useChangeText(entity, pendingAction);
  // Permissions may be lost while the dialog is open.
  const isRevoked = pendingAction !== null && !isActionAllowed(permissions, pendingAction);
  const heading = change
    ? t('engine.confirm.change_title', { title, ...change })
    : isRemoval
      ? deleteTitle(t, pendingAction.ids, title)
      : t('engine.confirm.act_title', { action, title });
  return (
    <Dialog open={pendingAction !== null} onClose={() => setPendingAction(null)} maxWidth="xs" fullWidth>
      <DialogTitle sx={{ overflowWrap: 'anywhere' }}>{heading}</DialogTitle>
      {isRemoval && (
        <DialogContent>
          <DialogContentText>{t('engine.confirm.remove_text', { count: pendingAction.ids.length })}</DialogContentText>
          <Suspense>
            <HiddenSelectionText model={model} ids={pendingAction.ids} />
          </Suspense>
          {DeleteWarning && (
            <Suspense>
              <Box sx={{ mt: 3 }}>
                <DeleteWarning ids={pendingAction.ids} />
              </Box>
            </Suspense>
          )}
        </DialogContent>
      )}
      {change && (
        <DialogContent>
          {change.help !== undefined && <DialogContentText sx={{ mb: 2 }}>{change.help}</DialogContentText>}
          <DialogContentText>{t('engine.confirm.change_text')}</DialogContentText>
        </DialogContent>
      )}
      <Suspense>{isRevoked && <PermissionLostAlert />}</Suspense>
      <DialogActions>
        <Button onClick={() => setPendingAction(null)} color="inherit">
          {t('engine.confirm.cancel')}
        </Button>
        <Button
          variant="contained"
          color={isRemoval ? 'error' : 'primary'}
          autoFocus
          disabled={isBusy || isRevoked}
          onClick={() => void confirm()}
        >
          {change ? t('engine.confirm.change') : isRemoval ? t('engine.confirm.remove') : action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
