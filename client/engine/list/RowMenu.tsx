/** Actions of one row at its end, shown on hover and focus. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import OpenIcon from '@mui/icons-material/VisibilityOutlined';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/MenuButton';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useOverride } from '../engineContext';
import type { EntityPermissions } from '../usePermissions';
import type { AnyEntity } from '../../../common/entity/entity';
import { useRowTitle } from '../data/useRowTitle';
import type { RowHandlers } from './useRowHandlers';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const BinRowActions = lazyWithRetry(
  async () => (await import('../recycleBin/RecycleBinActions')).RecycleBinRowActions,
  'small',
);

interface RowMenuProps {
  readonly entity: AnyEntity;
  readonly permissions: EntityPermissions;
  readonly id: number;
  readonly handlers: RowHandlers;
}

/** Whether a new record may start with the values of another: not where records are made by a dialog of their own. */
export const canDuplicateRows = (entity: AnyEntity, permissions: EntityPermissions, hasOwnDialog: boolean): boolean =>
  permissions.can('create') && entity.spec.base !== 'log' && !hasOwnDialog;

/** The actions of the entity that are in the menu of a row: those that a person may run and that no override shows elsewhere. */
const listMenuActions = (
  { spec }: AnyEntity,
  permissions: EntityPermissions,
  customActions: readonly string[] | true = [],
): readonly string[] =>
  (spec.actions ?? []).filter(
    (action) => customActions !== true && !customActions.includes(action) && permissions.canRunAction(action),
  );

interface ActionItemProps {
  readonly label: string;
  readonly close: () => void;
  readonly onRun: () => void;
}
function ActionItem({ label, close, onRun }: ActionItemProps) {
  const run = () => {
    close();
    onRun();
  };
  return <MenuItem onClick={run}>{label}</MenuItem>;
}

function ActiveRowActions({ entity, permissions, id, handlers }: RowMenuProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const title = useRowTitle(entity, id);
  const customItems = useOverride(entity);
  const actions = listMenuActions(entity, permissions, customItems?.customActions);
  const CustomMenuItems = customItems?.rowMenuItems;
  const canDuplicate = canDuplicateRows(entity, permissions, customItems?.create !== undefined);
  const canEdit = permissions.can('update');
  const openLabel = canEdit ? t('engine.list.edit') : t('engine.list.open');
  return (
    <>
      <IconButton
        size="small"
        aria-label={`${openLabel}: ${title}`}
        title={openLabel}
        onClick={() => handlers.onOpen(id)}
      >
        {canEdit ? <EditIcon fontSize="small" /> : <OpenIcon fontSize="small" />}
      </IconButton>
      {permissions.can('remove') && entity.spec.base !== 'log' && (
        <IconButton
          size="small"
          aria-label={t('engine.list.remove_row', { title })}
          title={t('engine.list.remove')}
          onClick={() => handlers.onRequestAction({ kind: 'remove', ids: [id] })}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      )}
      {(actions.length > 0 || CustomMenuItems || canDuplicate) && (
        <MenuButton label={t('engine.list.more')} icon={<MoreIcon fontSize="small" />}>
          {(close) => [
            canDuplicate && (
              <ActionItem
                key="duplicate"
                label={t('listControls.row.duplicate')}
                close={close}
                onRun={() => handlers.onDuplicate(id)}
              />
            ),
            ...actions.map((action) => (
              <ActionItem
                key={action}
                label={labels.actions[action] ?? action}
                close={close}
                onRun={() => handlers.onRequestAction({ kind: 'act', id, action })}
              />
            )),
            CustomMenuItems && (
              <Suspense key="more" fallback={<Box sx={{ width: 220, height: 72 }} />}>
                <CustomMenuItems id={id} onDone={close} />
              </Suspense>
            ),
          ]}
        </MenuButton>
      )}
    </>
  );
}

export function RowMenu(props: RowMenuProps) {
  return (
    // Stop clicks here from opening the row. Key events still reach the window, where Escape closes and Ctrl+S saves
    // the record.
    <Stack
      direction="row"
      role="presentation"
      sx={{ alignItems: 'center' }}
      onClick={(event) => event.stopPropagation()}
    >
      {props.permissions.isRecycleBin ? (
        <Suspense>
          <BinRowActions entity={props.entity} permissions={props.permissions} id={props.id} />
        </Suspense>
      ) : (
        <ActiveRowActions {...props} />
      )}
    </Stack>
  );
}
