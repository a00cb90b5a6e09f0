/** What one keeps of a list and takes from it: views under a name, a link, a file. */
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
import type { SavedView } from '../../../../common/protocol/views';
import { useApp } from '../../../shared/app';
import { useLaterWords } from '../../../shared/useLaterWords';
import { useSession } from '../../../shared/useSession';
import { MenuButton } from '../../../ui/MenuButton';
import { paramsOf, printState, readState } from '../../listState';
import type { ListModel } from '../useListModel';
import { exportFile } from './exportFile';
import { KeepView } from './KeepView';
import { viewsApi } from './viewsApi';

interface ToolsProps {
  readonly model: ListModel;
}

/** The address of the list as it is looked at: its columns included, the open record and the page left out. */
function useAddress({ entity, state, columns }: ListModel): string {
  const names = columns.map(({ name }) => name);
  const usual = names.join() === entity.spec.list.columns.join();
  const kept = { ...state, page: 1, record: null, columns: usual ? null : names };
  return printState(entity, kept, new URLSearchParams()).toString();
}

interface EntryProps {
  readonly view: SavedView;
  readonly onOpen: () => void;
  readonly onDrop: () => void;
}
function ViewEntry({ view, onOpen, onDrop, ...rest }: EntryProps) {
  const { t } = useTranslation();
  const shared = view.own ? t('views.shared') : t('views.shared_by', { name: view.by });
  return (
    <MenuItem
      {...rest}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Delete' && view.own) onDrop();
      }}
      sx={{ gap: 2 }}
    >
      <ListItemText primary={view.title} {...(view.shared ? { secondary: shared } : {})} />
      {view.own && (
        <DeleteIcon
          fontSize="small"
          titleAccess={t('views.drop', { title: view.title })}
          onClick={(event) => {
            event.stopPropagation();
            onDrop();
          }}
          sx={{ color: 'text.secondary', '&:hover': { color: 'error.main' } }}
        />
      )}
    </MenuItem>
  );
}

/** Keeping the present view, and sending it to somebody. */
function useViewActions(model: ListModel) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const ent = model.entity.name;
  const address = useAddress(model);
  const [, setParams] = useSearchParams();
  const say = (kind: 'success' | 'error', key: ParseKeys) => toasts.show(kind, t(key));
  return {
    address,
    copy: () => {
      const link = `${window.location.origin}/admin/${ent}${address === '' ? '' : `?${address}`}`;
      navigator.clipboard.writeText(link).then(
        () => say('success', 'views.copied'),
        () => say('error', 'views.not_copied'),
      );
    },
    // What a view says is read as any address is: what one may not see or the list does not know is left out.
    open: (query: string) => {
      const state = readState(model.entity, new URLSearchParams(query));
      setParams(printState(model.entity, state, new URLSearchParams()));
    },
  };
}

function Views({ model }: ToolsProps) {
  const { t } = useTranslation();
  const ent = model.entity.name;
  const { data: views = [] } = viewsApi.useViewsQuery(ent);
  const [drop] = viewsApi.useDropViewMutation();
  const [keeping, setKeeping] = useState(false);
  const { address, copy, open } = useViewActions(model);
  const then = (act: () => void, close: () => void) => () => {
    act();
    close();
  };
  return (
    <>
      <MenuButton label={t('views.label')} icon={<BookmarkIcon fontSize="small" />}>
        {(close) => [
          ...views.map((view) => (
            <ViewEntry
              key={view.id}
              view={view}
              onOpen={then(() => open(view.query), close)}
              onDrop={() => void drop({ ent, id: view.id })}
            />
          )),
          views.length === 0 && (
            <MenuItem key="none" disabled>
              {t('views.none')}
            </MenuItem>
          ),
          <Divider key="-" />,
          <MenuItem key="keep" onClick={then(() => setKeeping(true), close)}>
            {t('views.keep')}
          </MenuItem>,
          <MenuItem key="copy" onClick={then(copy, close)}>
            {t('views.copy')}
          </MenuItem>,
        ]}
      </MenuButton>
      {keeping && <KeepView ent={ent} query={address} onClose={() => setKeeping(false)} />}
    </>
  );
}

function Export({ model }: ToolsProps) {
  const { t } = useTranslation();
  const app = useApp();
  const { person } = useSession();
  const [busy, setBusy] = useState(false);
  const { entity, query, rights, columns } = model;
  const run = async () => {
    setBusy(true);
    const { page: _page, limit: _limit, ...question } = paramsOf(rights.columns, query);
    const names = columns.filter(({ name }) => rights.readable.has(name)).map(({ name }) => name);
    const params = { ...question, columns: names.join(',') };
    const done = await exportFile(app, { entity: entity.name, params, token: person?.token ?? '' });
    setBusy(false);
    if (typeof done === 'string') app.toasts.show('error', done === '' ? t('views.not_exported') : done);
    else if (done.capped) app.toasts.show('warning', t('views.exported_capped', { count: LIMITS.exportRows }));
    else app.toasts.show('success', t('views.exported', { count: done.rows }));
  };
  const label = busy ? t('views.exporting') : t('views.export');
  return (
    <IconButton aria-label={label} title={label} disabled={busy} onClick={() => void run()}>
      {busy ? <CircularProgress size={18} /> : <DownloadIcon fontSize="small" />}
    </IconButton>
  );
}

export function ListTools({ model }: ToolsProps) {
  useLaterWords();
  return (
    <>
      <Views model={model} />
      <Export model={model} />
    </>
  );
}
