/** One tab of the console without its looks: the real store, the real connection and the real hooks of lists. */
import { useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import type { ListQuery } from '../../common/query/listQuery';
import { proofRow } from '../../server/proof/proofRow';
import { usePermissions } from '../engine/usePermissions';
import { useRow } from '../engine/data/useRow';
import { useRows, type LiveRows } from '../engine/data/useRows';
import { AppContext, useApp } from '../shared/app/appContext';
import { BootstrapContext, useBootstrapQuery } from '../shared/api/bootstrap';
import { useAppDispatch, useAppSelector } from '../shared/app/createStore';
import { permissionsReceived } from '../shared/store/entities';
import { selectSession, type SessionUser } from '../shared/store/session';
import { createTestClient, type TestClient } from '../testing/testClient';

export interface OpenList {
  readonly key: number;
  readonly query: ListQuery;
  /** As the hook gave it at the last render; absent before the first. */
  readonly shown: LiveRows | undefined;
  readonly render: (rows: LiveRows) => void;
}
export interface Tab extends TestClient {
  readonly lists: () => readonly OpenList[];
  readonly openList: (query: ListQuery) => void;
  readonly closeList: (key: number) => void;
  /** A form as screens open it; answers how to close it. */
  readonly openForm: (id: number) => () => void;
  readonly hide: (hidden: boolean) => void;
  readonly isHidden: () => boolean;
  readonly close: () => void;
}

interface OpenForm {
  readonly key: number;
  readonly id: number;
}
interface Board {
  lists: readonly OpenList[];
  forms: readonly OpenForm[];
  readonly listeners: Set<() => void>;
}
const set = (board: Board, opened: Partial<Pick<Board, 'lists' | 'forms'>>) => {
  Object.assign(board, opened);
  for (const tell of board.listeners) tell();
};

function ListProbe({ list }: { readonly list: OpenList }) {
  const rights = usePermissions(proofRow);
  const rows = useRows(proofRow, list.query, rights);
  useEffect(() => {
    list.render(rows);
  });
  return null;
}

function FormProbe({ id }: { readonly id: number }) {
  useRow(proofRow, id);
  return null;
}

function Screen({ board }: { readonly board: Board }) {
  const listen = (tell: () => void) => {
    board.listeners.add(tell);
    return () => board.listeners.delete(tell);
  };
  const lists = useSyncExternalStore(listen, () => board.lists);
  const forms = useSyncExternalStore(listen, () => board.forms);
  return (
    <>
      {lists.map((list) => (
        <ListProbe key={list.key} list={list} />
      ))}
      {forms.map(({ key, id }) => (
        <FormProbe key={key} id={id} />
      ))}
    </>
  );
}

/** What the console's frame does around its screens. */
function Started({ board }: { readonly board: Board }) {
  const { live } = useApp();
  const dispatch = useAppDispatch();
  const { data } = useBootstrapQuery(undefined);
  const ready = data !== undefined;
  useEffect(() => {
    if (ready) live.open();
  }, [ready, live]);
  useEffect(() => {
    if (data === undefined) return;
    const readable = Object.entries(data.entities).map(([e, rights]) => [e, rights.readable] as const);
    dispatch(permissionsReceived(Object.fromEntries(readable)));
  }, [data, dispatch]);
  return data && <BootstrapContext value={data}>{<Screen board={board} />}</BootstrapContext>;
}
function Frame({ board }: { readonly board: Board }) {
  return useAppSelector(selectSession('admin')) === null ? null : <Started board={board} />;
}

/** Compression would hide from the proof what travels. */
const plainFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), 'accept-encoding': 'identity' } });

let lastKey = 0;
export function openTab(origin: string, person: SessionUser): Tab {
  let hidden = false;
  const isHidden = () => hidden;
  const client = createTestClient({ origin, person, fetch: plainFetch, isHidden, isOnline: () => true });
  const board: Board = { lists: [], forms: [], listeners: new Set() };
  const root = createRoot(document.createElement('div'));
  root.render(
    <Provider store={client.store}>
      <AppContext value={client.app}>
        <Frame board={board} />
      </AppContext>
    </Provider>,
  );
  return {
    ...client,
    isHidden,
    lists: () => board.lists,
    openList: (query) => {
      lastKey += 1;
      let shown: LiveRows | undefined;
      const render = (rows: LiveRows) => {
        shown = rows;
      };
      const list: OpenList = {
        ...{ key: lastKey, query, render },
        get shown() {
          return shown;
        },
      };
      set(board, { lists: [...board.lists, list] });
    },
    closeList: (key) => set(board, { lists: board.lists.filter((list) => list.key !== key) }),
    openForm: (id) => {
      lastKey += 1;
      const key = lastKey;
      set(board, { forms: [...board.forms, { key, id }] });
      return () => set(board, { forms: board.forms.filter((form) => form.key !== key) });
    },
    hide: (wish) => {
      hidden = wish;
      client.app.live.checkConnection();
    },
    close: () => {
      root.unmount();
      client.app.live.close();
    },
  };
}
