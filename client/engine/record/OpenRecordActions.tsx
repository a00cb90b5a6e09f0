/** The actions in the header of the open record: its neighbors, and a menu with link, duplicate, its own actions and delete. */
import NextIcon from '@mui/icons-material/KeyboardArrowDown';
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { Suspense, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { AnyEntity } from '../../../common/entity/entity';
import { useApp } from '../../shared/app/appContext';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { MenuButton } from '../../ui/MenuButton';
import type { FormView } from '../formView';
import { useOverride } from '../engineContext';
import { useIsFullScreen } from '../fullScreenContext';
import { copyRecordParam } from '../list/listState';
import { canDuplicateRows, listMenuActions } from '../list/RowMenu';
import { usePermissions } from '../usePermissions';
import { DeleteRecordDialog } from './DeleteRecordDialog';
import { RecordNavigationContext } from './recordNavigation';
import { RunActionDialog } from './RunActionDialog';

interface PhoneItems {
  readonly views: readonly FormView[];
  readonly view: FormView | null;
  readonly onViewChange: (view: FormView | null) => void;
  readonly onOpenAsPage: (() => void) | undefined;
}
interface RecordActionsProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly title: string;
  /** Path of the page on the public site that shows the record. */
  readonly sitePath: string | undefined;
  readonly onClose: () => void;
  /** What has a button of its own elsewhere, and is in the menu on a phone. */
  readonly phoneItems?: PhoneItems | undefined;
}

function Neighbors() {
  const { t } = useTranslation();
  const navigation = useContext(RecordNavigationContext);
  const isFullScreen = useIsFullScreen();
  if (navigation === null || isFullScreen) return null;
  const { previous, next, open } = navigation;
  const buttons = [
    { label: t('recordPanel.previous'), id: previous, Icon: PreviousIcon },
    { label: t('recordPanel.next'), id: next, Icon: NextIcon },
  ];
  return buttons.map(({ label, id, Icon }) => (
    <Tooltip key={label} title={label}>
      <span>
        <IconButton aria-label={label} disabled={id === null} onClick={() => open(String(id))}>
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  ));
}

/** Copies the address of the record's own page. */
function useCopyLink(page: string): () => Promise<void> {
  const { toasts } = useApp();
  const { t } = useTranslation();
  return async () => {
    try {
      await navigator.clipboard.writeText(new URL(page, window.location.origin).href);
      toasts.show('success', t('recordPanel.link_copied'));
    } catch {
      toasts.show('warning', t('conflict.copy_failed'));
    }
  };
}

interface RecordMenuItem {
  readonly label: string;
  readonly run: () => void;
  readonly isDanger?: boolean;
}
function usePhoneItems(phoneItems: PhoneItems | undefined): readonly RecordMenuItem[] {
  const { t } = useTranslation();
  if (phoneItems === undefined) return [];
  const { views, view, onViewChange, onOpenAsPage } = phoneItems;
  const labels = { comments: t('recordPanel.comments_show'), history: t('history.show') };
  return [
    ...(['comments', 'history'] as const)
      .filter((name) => views.includes(name) && name !== view)
      .map((name) => ({ label: labels[name], run: () => onViewChange(name) })),
    ...(view === null ? [] : [{ label: t('history.record'), run: () => onViewChange(null) }]),
    ...(onOpenAsPage ? [{ label: t('engine.form.open_page'), run: onOpenAsPage }] : []),
  ];
}

/** The items that every record has: link, duplicate and its page on the site. */
function useCommonItems({ entity, id, sitePath, phoneItems }: RecordActionsProps): readonly RecordMenuItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const permissions = usePermissions(entity);
  const hasOwnDialog = useOverride(entity)?.create !== undefined;
  const list = pathname.endsWith(`/${id}`) ? pathname.slice(0, -`/${id}`.length) : pathname;
  const listBeside = useContext(RecordNavigationContext);
  const duplicate = () => {
    const param = copyRecordParam(id);
    if (listBeside) listBeside.open(param);
    else void navigate(`${list}?record=${param}`);
  };
  const copyLink = useCopyLink(`${list}/${id}`);
  return [
    ...usePhoneItems(phoneItems),
    { label: t('recordPanel.copy_link'), run: () => void copyLink() },
    ...(canDuplicateRows(entity, permissions, hasOwnDialog)
      ? [{ label: t('recordPanel.duplicate'), run: duplicate }]
      : []),
    ...(sitePath === undefined
      ? []
      : [{ label: t('recordPanel.view_on_site'), run: () => void window.open(sitePath, '_blank', 'noopener') }]),
  ];
}

const createItem =
  (close: () => void) =>
  ({ label, run, isDanger }: RecordMenuItem) => (
    <MenuItem
      key={label}
      sx={isDanger ? { color: 'error.main' } : {}}
      onClick={() => {
        close();
        run();
      }}
    >
      {label}
    </MenuItem>
  );

/** The dialog that the menu opened: one of the entity's own actions, or *remove*. */
type OpenDialog = { readonly action: string } | 'remove' | null;

export function OpenRecordActions(props: RecordActionsProps) {
  const { entity, id, title, onClose } = props;
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const permissions = usePermissions(entity);
  const override = useOverride(entity);
  const CustomMenuItems = override?.rowMenuItems;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const closeDialog = () => setDialog(null);
  const items = useCommonItems(props);
  const ownItems = listMenuActions(entity, permissions, override?.customActions).map((action) => ({
    label: labels.actions[action] ?? action,
    run: () => setDialog({ action }),
  }));
  const removeItem = { label: t('recordPanel.remove'), run: () => setDialog('remove'), isDanger: true };
  const canRemove = permissions.can('remove') && entity.spec.base !== 'log';
  return (
    <>
      <Neighbors />
      <MenuButton label={t('recordPanel.more')} icon={<MoreIcon fontSize="small" />}>
        {(close) => [
          ...[...items, ...ownItems].map(createItem(close)),
          CustomMenuItems && (
            <Suspense key="more" fallback={<Box sx={{ width: 220, height: 72 }} />}>
              <CustomMenuItems id={id} onDone={close} />
            </Suspense>
          ),
          ...(canRemove ? [removeItem] : []).map(createItem(close)),
        ]}
      </MenuButton>
      {dialog === 'remove' && (
        <DeleteRecordDialog entity={entity} id={id} title={title} onCancel={closeDialog} onDeleted={onClose} />
      )}
      {dialog !== null && dialog !== 'remove' && (
        <RunActionDialog entity={entity} id={id} title={title} action={dialog.action} onClose={closeDialog} />
      )}
    </>
  );
}
