/** The views of a list as named tabs: all records, saved views, and the recycle bin. */
import AddIcon from '@mui/icons-material/Add';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../../common/protocol/savedView';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { MenuButton } from '../../../ui/MenuButton';
import { hasRecycleBin } from '../../recycleBin/recycleBinPermissions';
import { defaultListSort } from '../listState';
import type { ListModel } from '../useListModel';
import { SaveViewDialog } from './SaveViewDialog';
import { useViews, type ViewActions } from './useViews';
import { VIEW_TABS_HEIGHT } from './viewTabsHeight';

interface TabProps {
  readonly isShown: boolean;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly onOpen: () => void;
  readonly children?: ReactNode;
}
function Tab({ isShown, label, hint, onOpen, children }: TabProps) {
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        flex: 'none',
        borderBottom: 2,
        borderColor: isShown ? 'primary.main' : 'transparent',
      }}
    >
      <ButtonBase
        onClick={onOpen}
        {...(isShown ? { 'aria-current': 'page' } : {})}
        title={hint}
        sx={{
          px: 2,
          height: VIEW_TABS_HEIGHT - 2,
          maxWidth: 220,
          borderRadius: 1,
          font: 'inherit',
          fontSize: '0.875rem',
          fontWeight: isShown ? 600 : 400,
          color: isShown ? 'text.primary' : 'text.secondary',
          '&:hover': { color: 'text.primary' },
        }}
      >
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{label}</span>
      </ButtonBase>
      {children}
    </Stack>
  );
}

interface ViewOptionsProps {
  readonly view: SavedView;
  readonly actions: ViewActions;
  readonly onRename: () => void;
}
function ViewOptions({ view, actions, onRename }: ViewOptionsProps) {
  const { t } = useTranslation();
  const label = t('listControls.views.options', { title: view.title });
  return (
    <MenuButton label={label} icon={<DownIcon fontSize="small" />}>
      {(close) => {
        const then = (act: () => void) => () => {
          close();
          act();
        };
        return [
          view.own && (
            <MenuItem key="rename" onClick={then(onRename)}>
              {t('listControls.views.rename')}
            </MenuItem>
          ),
          <MenuItem key="copy" onClick={then(actions.copyLink)}>
            {t('savedViews.copy')}
          </MenuItem>,
          view.own && (
            <MenuItem key="remove" onClick={then(() => void actions.remove(view))} sx={{ color: 'error.main' }}>
              {t('listControls.views.remove')}
            </MenuItem>
          ),
        ];
      }}
    </MenuButton>
  );
}

/** Saves changes of an own view, or what is shown as a new view. */
function SaveButtons({ actions, onSave }: { readonly actions: ViewActions; readonly onSave: () => void }) {
  const { t } = useTranslation();
  const { shown, isChanged } = actions;
  if (!isChanged) return null;
  return (
    <>
      {shown?.own === true && (
        <Button size="small" onClick={() => void actions.update()} sx={{ flex: 'none' }}>
          {t('listControls.views.update')}
        </Button>
      )}
      <Button size="small" color="inherit" startIcon={<AddIcon />} onClick={onSave} sx={{ flex: 'none' }}>
        {t('listControls.views.save')}
      </Button>
    </>
  );
}

const TABS_STYLE = {
  gap: 1,
  alignItems: 'center',
  height: VIEW_TABS_HEIGHT,
  px: { xs: 2, sm: 4 },
  overflowX: 'auto',
  flex: 'none',
} as const;

export function ViewTabs({ model }: { readonly model: ListModel }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const actions = useViews(model);
  const { entity, permissions, state } = model;
  const { views, shown, isChanged, query } = actions;
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null);
  const findHint = ({ own, shared, by }: SavedView) => {
    if (!own) return t('listControls.views.shared_by', { name: by });
    return shared ? t('savedViews.shared') : undefined;
  };
  const showDeleted = () =>
    model.change({ view: null, showsDeleted: true, sort: defaultListSort(entity, true), record: null });
  return (
    <Stack component="nav" aria-label={t('listControls.views.label')} direction="row" sx={TABS_STYLE}>
      <Tab
        label={t('listControls.views.all')}
        isShown={shown === undefined && !state.showsDeleted}
        onOpen={() => actions.open()}
      />
      {views.map((view) => (
        <Tab
          key={view.id}
          label={view === shown && isChanged ? t('listControls.views.changed', { title: view.title }) : view.title}
          hint={findHint(view)}
          isShown={view === shown}
          onOpen={() => actions.open(view)}
        >
          {view === shown && <ViewOptions view={view} actions={actions} onRename={() => setEdited(view)} />}
        </Tab>
      ))}
      {hasRecycleBin(entity, permissions) && (
        <Tab label={t('listControls.views.deleted')} isShown={state.showsDeleted} onOpen={showDeleted} />
      )}
      {!state.showsDeleted && <SaveButtons actions={actions} onSave={() => setEdited('new')} />}
      {edited !== null && (
        <SaveViewDialog
          entityName={entity.name}
          query={edited === 'new' ? query : edited.query}
          {...(edited === 'new' ? {} : { view: edited })}
          onSaved={(id) => {
            if (edited === 'new') model.change({ view: id });
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </Stack>
  );
}
