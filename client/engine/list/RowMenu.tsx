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
import { listMoves } from './tree/DragHandle';
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
  /** On a phone the menu holds all actions, with the moves where rows are sorted by hand. */
  readonly phoneMenu?: { readonly canMove: boolean };
}

/** Whether a new record may start with the values of another: not where records are made by a dialog of their own. */
export const canDuplicateRows = (entity: AnyEntity, permissions: EntityPermissions, hasOwnDialog: boolean): boolean =>
  permissions.can('create') && entity.spec.base !== 'log' && !hasOwnDialog;

/** The actions of the entity that are in the menu of a row or of the open record: those that a person may run and that no override shows elsewhere. */
export const listMenuActions = (
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

const canRemoveRows = (entity: AnyEntity, permissions: EntityPermissions): boolean =>
  permissions.can('remove') && entity.spec.base !== 'log';

function ActiveRowButtons({ entity, permissions, id, handlers }: RowMenuProps) {
  const { t } = useTranslation();
  const title = useRowTitle(entity, id);
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
      {canRemoveRows(entity, permissions) && (
        <IconButton
          size="small"
          aria-label={t('engine.list.remove_row', { title })}
          title={t('engine.list.remove')}
          onClick={() => handlers.onRequestAction({ kind: 'remove', ids: [id] })}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      )}
    </>
  );
}

interface MenuAction {
  readonly key: string;
  readonly label: string;
  readonly onRun: () => void;
}
/** What the menu of a row offers: everything on a phone, elsewhere what has no button of its own. */
function useMenuActions({ entity, permissions, id, handlers, phoneMenu }: RowMenuProps): readonly MenuAction[] {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const customItems = useOverride(entity);
  const canDuplicate = canDuplicateRows(entity, permissions, customItems?.create !== undefined);
  const open = {
    key: 'open',
    label: t(permissions.can('update') ? 'engine.list.edit' : 'engine.list.open'),
    onRun: () => handlers.onOpen(id),
  };
  const duplicate = {
    key: 'duplicate',
    label: t('listControls.row.duplicate'),
    onRun: () => handlers.onDuplicate(id),
  };
  const remove = {
    key: 'remove',
    label: t('engine.list.remove'),
    onRun: () => handlers.onRequestAction({ kind: 'remove', ids: [id] }),
  };
  const moves = listMoves(entity).map(([name, target]) => ({
    key: `move_${name}`,
    label: t(`lists.sort.${name}`),
    onRun: () => handlers.onMove(id, target),
  }));
  return [
    ...(phoneMenu ? [open] : []),
    ...(canDuplicate ? [duplicate] : []),
    ...listMenuActions(entity, permissions, customItems?.customActions).map((action) => ({
      key: action,
      label: labels.actions[action] ?? action,
      onRun: () => handlers.onRequestAction({ kind: 'act', id, action }),
    })),
    ...(phoneMenu?.canMove === true ? moves : []),
    ...(phoneMenu && canRemoveRows(entity, permissions) ? [remove] : []),
  ];
}

function ActiveRowActions(props: RowMenuProps) {
  const { t } = useTranslation();
  const actions = useMenuActions(props);
  const CustomMenuItems = useOverride(props.entity)?.rowMenuItems;
  return (
    <>
      {props.phoneMenu === undefined && <ActiveRowButtons {...props} />}
      {(actions.length > 0 || CustomMenuItems) && (
        <MenuButton label={t('engine.list.more')} icon={<MoreIcon fontSize="small" />}>
          {(close) => [
            ...actions.map(({ key, label, onRun }) => (
              <ActionItem key={key} label={label} close={close} onRun={onRun} />
            )),
            CustomMenuItems && (
              <Suspense key="more" fallback={<Box sx={{ width: 220, height: 72 }} />}>
                <CustomMenuItems id={props.id} onDone={close} />
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
