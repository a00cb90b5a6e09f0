/** Saved views, link and export of a list. */
import BookmarkIcon from '@mui/icons-material/BookmarkBorderOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import CircularProgress from '@mui/material/CircularProgress';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LIMITS } from '../../../../common/limits';
import type { SavedView } from '../../../../common/protocol/savedView';
import { useApp } from '../../../shared/app/appContext';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useSession } from '../../../shared/auth/useSession';
import { MenuButton } from '../../../ui/MenuButton';
import { AsOfMenu } from '../asOf/AsOfMenu';
import { keepsHistory } from '../../../../common/definition/keepsHistory';
import { queryParams } from '../../data/listRequest';
import { formatListState, parseListState } from '../listState';
import type { ListModel } from '../useListModel';
import { exportFile } from './exportFile';
import { ImportItem } from './ImportItem';
import { SaveViewDialog } from './SaveViewDialog';
import { viewsApi } from './viewsApi';

interface ListToolsProps {
  readonly model: ListModel;
}

/** The URL of the list with its columns, without open record and page. */
function useListUrl({ entity, state, columns }: ListModel): string {
  const names = columns.map(({ name }) => name);
  const defaultNames = names.join() === entity.spec.list.columns.join();
  const keptParams = { ...state, page: 1, record: null, columns: defaultNames ? null : names };
  return formatListState(entity, keptParams, new URLSearchParams()).toString();
}

interface ViewEntryProps {
  readonly view: SavedView;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}
function ViewEntry({ view, onOpen, onDelete, ...rest }: ViewEntryProps) {
  const { t } = useTranslation();
  const shared = view.own ? t('savedViews.shared') : t('savedViews.shared_by', { name: view.by });
  return (
    <MenuItem
      {...rest}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Delete' && view.own) onDelete();
      }}
      sx={{ gap: 2 }}
    >
      <ListItemText primary={view.title} {...(view.shared ? { secondary: shared } : {})} />
      {view.own && (
        <DeleteIcon
          fontSize="small"
          titleAccess={t('savedViews.drop', { title: view.title })}
          onClick={(event) => {
            event.stopPropagation();
            onDelete();
          }}
          sx={{ color: 'text.secondary', '&:hover': { color: 'error.main' } }}
        />
      )}
    </MenuItem>
  );
}

/** Actions of saved views: copy link and open. */
function useViewActions(model: ListModel) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const entityName = model.entity.name;
  const address = useListUrl(model);
  const [, setParams] = useSearchParams();
  const showToast = (kind: 'success' | 'error', key: ParseKeys) => toasts.show(kind, t(key));
  return {
    address,
    copy: () => {
      const link = `${window.location.origin}/admin/${entityName}${address === '' ? '' : `?${address}`}`;
      navigator.clipboard.writeText(link).then(
        () => showToast('success', 'savedViews.copied'),
        () => showToast('error', 'savedViews.not_copied'),
      );
    },
    // A view is parsed like any URL: unreadable or unknown parts are ignored.
    open: (query: string) => {
      const state = parseListState(model.entity, new URLSearchParams(query));
      setParams(formatListState(model.entity, state, new URLSearchParams()));
    },
  };
}

function Views({ model }: ListToolsProps) {
  const { t } = useTranslation();
  const entityName = model.entity.name;
  const { data: views = [] } = viewsApi.useViewsQuery(entityName);
  const [deleteView] = viewsApi.useDropViewMutation();
  const [isSaving, setIsSaving] = useState(false);
  const { address, copy, open } = useViewActions(model);
  const then = (performAction: () => void, close: () => void) => () => {
    performAction();
    close();
  };
  return (
    <>
      <MenuButton label={t('savedViews.label')} icon={<BookmarkIcon fontSize="small" />}>
        {(close) => [
          ...views.map((view) => (
            <ViewEntry
              key={view.id}
              view={view}
              onOpen={then(() => open(view.query), close)}
              onDelete={() => void deleteView({ ent: entityName, id: view.id })}
            />
          )),
          views.length === 0 && (
            <MenuItem key="none" disabled>
              {t('savedViews.none')}
            </MenuItem>
          ),
          <Divider key="-" />,
          <MenuItem key="keep" onClick={then(() => setIsSaving(true), close)}>
            {t('savedViews.keep')}
          </MenuItem>,
          <MenuItem key="copy" onClick={then(copy, close)}>
            {t('savedViews.copy')}
          </MenuItem>,
        ]}
      </MenuButton>
      {isSaving && <SaveViewDialog entityName={entityName} query={address} onClose={() => setIsSaving(false)} />}
    </>
  );
}

function ExportItem({ model }: ListToolsProps) {
  const { t } = useTranslation();
  const app = useApp();
  const { person } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const { entity, query, permissions, columns } = model;
  const run = async () => {
    setIsBusy(true);
    const { page: _page, limit: _limit, ...question } = queryParams(permissions.columns, query);
    const names = columns.filter(({ name }) => permissions.readable.has(name)).map(({ name }) => name);
    const params = { ...question, columns: names.join(',') };
    const done = await exportFile(app, { entity: entity.name, params, token: person?.token ?? '' });
    setIsBusy(false);
    if (typeof done === 'string') app.toasts.show('error', done === '' ? t('savedViews.not_exported') : done);
    else if (done.capped) app.toasts.show('warning', t('savedViews.exported_capped', { count: LIMITS.exportRows }));
    else app.toasts.show('success', t('savedViews.exported', { count: done.rows }));
  };
  const label = isBusy ? t('savedViews.exporting') : t('savedViews.export');
  return (
    <IconButton aria-label={label} title={label} disabled={isBusy} onClick={() => void run()}>
      {isBusy ? <CircularProgress size={18} /> : <DownloadIcon fontSize="small" />}
    </IconButton>
  );
}

export function ListTools({ model }: ListToolsProps) {
  useLazyTranslations();
  return (
    <>
      <Views model={model} />
      <ImportItem entity={model.entity} />
      <ExportItem model={model} />
      {keepsHistory(model.entity) && <AsOfMenu />}
    </>
  );
}
