/** One tab of the console without its screens: the real store, live connection and list hooks. */
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
  /** The hook's result at the last render; undefined before the first. */
  readonly shown: LiveRows | undefined;
  readonly onRender: (rows: LiveRows) => void;
}
export interface Tab extends TestClient {
  readonly lists: () => readonly OpenList[];
  readonly openList: (query: ListQuery) => void;
  readonly closeList: (key: number) => void;
  /** Loads a row as forms do; returns a function that closes the form. */
  readonly openForm: (id: number) => () => void;
  readonly hide: (hidden: boolean) => void;
  readonly isHidden: () => boolean;
  readonly close: () => void;
}

interface OpenForm {
  readonly key: number;
  readonly id: number;
}
interface OpenScreens {
  lists: readonly OpenList[];
  forms: readonly OpenForm[];
  readonly listeners: Set<() => void>;
}
const updateScreens = (screens: OpenScreens, opened: Partial<Pick<OpenScreens, 'lists' | 'forms'>>) => {
  Object.assign(screens, opened);
  for (const notify of screens.listeners) notify();
};

function ListProbe({ list }: { readonly list: OpenList }) {
  const permissions = usePermissions(proofRow);
  const rows = useRows(proofRow, list.query, permissions);
  useEffect(() => {
    list.onRender(rows);
  });
  return null;
}

function FormProbe({ id }: { readonly id: number }) {
  useRow(proofRow, id);
  return null;
}

function Screen({ screens }: { readonly screens: OpenScreens }) {
  const subscribe = (listener: () => void) => {
    screens.listeners.add(listener);
    return () => screens.listeners.delete(listener);
  };
  const lists = useSyncExternalStore(subscribe, () => screens.lists);
  const forms = useSyncExternalStore(subscribe, () => screens.forms);
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

/** Opens the live connection and passes on permissions, as the console's frame does. */
function ConnectedScreens({ screens }: { readonly screens: OpenScreens }) {
  const { live } = useApp();
  const dispatch = useAppDispatch();
  const { data } = useBootstrapQuery(undefined);
  const ready = data !== undefined;
  useEffect(() => {
    if (ready) live.open();
  }, [ready, live]);
  useEffect(() => {
    if (data === undefined) return;
    const readable = Object.entries(data.entities).map(([e, permissions]) => [e, permissions.readable] as const);
    dispatch(permissionsReceived(Object.fromEntries(readable)));
  }, [data, dispatch]);
  return data && <BootstrapContext value={data}>{<Screen screens={screens} />}</BootstrapContext>;
}
function SignedInOnly({ screens }: { readonly screens: OpenScreens }) {
  return useAppSelector(selectSession('admin')) === null ? null : <ConnectedScreens screens={screens} />;
}

/** The leak detector reads plain responses: no compression. */
const plainFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), 'accept-encoding': 'identity' } });

let lastKey = 0;
export function openTab(origin: string, person: SessionUser): Tab {
  let hidden = false;
  const isHidden = () => hidden;
  const client = createTestClient({ origin, person, fetch: plainFetch, isHidden, isOnline: () => true });
  const screens: OpenScreens = { lists: [], forms: [], listeners: new Set() };
  const root = createRoot(document.createElement('div'));
  root.render(
    <Provider store={client.store}>
      <AppContext value={client.app}>
        <SignedInOnly screens={screens} />
      </AppContext>
    </Provider>,
  );
  return {
    ...client,
    isHidden,
    lists: () => screens.lists,
    openList: (query) => {
      lastKey += 1;
      let shown: LiveRows | undefined;
      const onRender = (rows: LiveRows) => {
        shown = rows;
      };
      const list: OpenList = {
        key: lastKey,
        query,
        onRender,
        get shown() {
          return shown;
        },
      };
      updateScreens(screens, { lists: [...screens.lists, list] });
    },
    closeList: (key) => updateScreens(screens, { lists: screens.lists.filter((list) => list.key !== key) }),
    openForm: (id) => {
      lastKey += 1;
      const key = lastKey;
      updateScreens(screens, { forms: [...screens.forms, { key, id }] });
      return () => updateScreens(screens, { forms: screens.forms.filter((form) => form.key !== key) });
    },
    hide: (isNowHidden) => {
      hidden = isNowHidden;
      client.app.live.checkConnection();
    },
    close: () => {
      root.unmount();
      client.app.live.close();
    },
  };
}
