/** The saved views of a list: the shown one, and what can be done with them. */
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { SavedView } from '../../../../common/protocol/savedView';
import { useApp } from '../../../shared/app/appContext';
import { useDefaultColumns } from '../../engineContext';
import { formatListState, parseListState, type ListState } from '../listState';
import type { ListModel } from '../useListModel';
import { viewsApi } from './viewsApi';

const format = (entity: AnyEntity, state: ListState) =>
  formatListState(
    entity,
    { ...state, page: 1, record: null, view: null, bulkJob: null },
    new URLSearchParams(),
  ).toString();

/** The URL of the list with its columns, without open record, page and view. */
function useListUrl({ entity, state, columns }: ListModel): string {
  const names = columns.map(({ name }) => name);
  const isDefault = names.join() === useDefaultColumns(entity).join();
  return format(entity, { ...state, columns: isDefault ? null : names });
}
/** A view is parsed like any URL: unreadable or unknown parts are ignored. */
const parseView = (entity: AnyEntity, query: string): ListState => parseListState(entity, new URLSearchParams(query));

/** A view without columns is shown with the columns of the person, which are no change of it. */
function isViewChanged({ entity, state }: ListModel, query: string, shown: SavedView | undefined): boolean {
  const stored = parseView(entity, shown?.query ?? '');
  return format(entity, stored) !== (stored.columns === null ? format(entity, state) : query);
}

export interface ViewActions {
  readonly views: readonly SavedView[];
  /** The saved view that the list shows. */
  readonly shown: SavedView | undefined;
  /** Whether search, filters, order or columns differ from the shown view, or from the whole list. */
  readonly isChanged: boolean;
  /** Query string that a new view would store. */
  readonly query: string;
  /** Shows a view; undefined: all records. */
  readonly open: (view?: SavedView) => void;
  /** Stores the shown search, filters, order and columns in the shown view. */
  readonly update: () => Promise<void>;
  readonly remove: (view: SavedView) => Promise<void>;
  readonly copyLink: () => void;
}

export function useViews(model: ListModel): ViewActions {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { entity, state } = model;
  // The server stores no views of personal rows.
  const canStore = entity.spec.personal !== true;
  const { data: views = [] } = viewsApi.useViewsQuery(entity.name, { skip: !canStore });
  const [saveView] = viewsApi.useSaveViewMutation();
  const [deleteView] = viewsApi.useDeleteViewMutation();
  const [, setParams] = useSearchParams();
  const query = useListUrl(model);
  const shown = views.find(({ id }) => id === state.view);
  const showToast = (kind: 'success' | 'error', key: ParseKeys) => toasts.show(kind, t(key));
  const open = (view?: SavedView) => {
    const next = parseView(entity, view?.query ?? '');
    setParams(
      formatListState(entity, { ...next, view: view?.id ?? null, bulkJob: state.bulkJob }, new URLSearchParams()),
    );
  };
  return {
    views,
    shown,
    isChanged: canStore && isViewChanged(model, query, shown),
    query,
    open,
    update: async () => {
      if (shown === undefined) return;
      const { id, title, shared } = shown;
      await saveView({ ent: entity.name, id, title, query, shared });
    },
    remove: async ({ id }) => {
      const { error } = await deleteView({ ent: entity.name, id });
      if (error === undefined && id === shown?.id) open();
    },
    copyLink: () => {
      const link = `${window.location.origin}/admin/${entity.name}${query === '' ? '' : `?${query}`}`;
      navigator.clipboard.writeText(link).then(
        () => showToast('success', 'savedViews.copied'),
        () => showToast('error', 'savedViews.not_copied'),
      );
    },
  };
}
