/** The Redux store of one client, and the hooks that screens read it with. */
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../api/api';
import { presenceSlice } from '../presence/presenceSlice';
import { connectionSlice } from '../store/connectionSlice';
import { entitiesReducer } from '../store/entities';
import { loadSession, sessionSlice } from '../store/session';
import { type Realm } from '../../../common/realm';
import { endReasonsSlice, loadEndReasons, type EndReasonStore } from '../store/sessionEndReasons';
import { loadSettings, settingsSlice } from '../store/settings';
import { siteSlice } from '../store/siteSettings';
import type { BrowserStorage } from '../store/storage';
import { loadTabs, tabsSlice } from '../store/tabs';
import type { App } from './appContext';

const rootReducer = combineReducers({
  session: sessionSlice.reducer,
  endings: endReasonsSlice.reducer,
  settings: settingsSlice.reducer,
  tabs: tabsSlice.reducer,
  entities: entitiesReducer,
  connection: connectionSlice.reducer,
  presence: presenceSlice.reducer,
  site: siteSlice.reducer,
  [api.reducerPath]: api.reducer,
});
export type RootState = ReturnType<typeof rootReducer>;

export interface StoreOptions {
  readonly realm: Realm;
  readonly storage: BrowserStorage;
  readonly endReasonStore?: EndReasonStore;
  /** Language tags that the person prefers, best first. */
  readonly languages: readonly string[];
}

/** The app is complete only after its store; thunks run later than both. */
const lateBoundApp = (getApp: () => App): App =>
  new Proxy({} as App, { get: (_, key) => Reflect.get(getApp(), key) as unknown });

/** Creates the store with what the browser storage holds. Thunks get the app as their extra argument. */
export function createStore(options: StoreOptions, getApp: () => App) {
  const session = { admin: loadSession(options.storage, 'admin'), member: loadSession(options.storage, 'member') };
  return configureStore({
    reducer: rootReducer,
    preloadedState: {
      session,
      settings: loadSettings(options.storage, options.languages),
      endings: loadEndReasons(options.realm, options.endReasonStore),
      ...(options.realm === 'admin' ? { tabs: loadTabs(options.storage, session.admin?.person.id) } : {}),
    },
    // Rows are plain JSON in tables of thousands: checking them on every action costs too much.
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: lateBoundApp(getApp) },
        serializableCheck: false,
        immutableCheck: false,
      }).concat(api.middleware),
  });
}
export type Store = ReturnType<typeof createStore>;

export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();
