/** How this person likes the screen: language, colours, menu, density. Kept under `storeConfig`. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { devicesOf, withDevice, type Devices } from './devices';
import { DEFAULT_LAYOUT, layoutOf, type Layout } from './layout';
import { listViewsOf, type ListView, type ListViews } from './listView';
import { asOneOf, asRecord, KEYS, recall, remember, type Shelves } from './persist';
import type { Realm } from './session';

export const LANGS = ['en', 'zh-cn'] as const;
export type Lang = (typeof LANGS)[number];
export const SCHEMES = ['light', 'dark', 'system'] as const;
export type Scheme = (typeof SCHEMES)[number];
export const DENSITIES = ['comfortable', 'compact', 'relaxed'] as const;
export type Density = (typeof DENSITIES)[number];

export interface Settings {
  readonly lang: Lang;
  readonly scheme: Scheme;
  readonly density: Density;
  readonly layout: Layout;
  readonly lists: ListViews;
  /** Outlasts every session: it is about this browser. */
  readonly devices: Devices;
  /** Members’ amounts are shown as dots on this device. */
  readonly discreet: boolean;
}
/** Stands for an amount that is not shown. */
export const HIDDEN_AMOUNT = '••••';
export interface SettingsHolder {
  readonly settings: Settings;
}

/** The visitor's choice, else the best match of the browser's languages, else the configured default (decisions 1). */
export function guessLang(preferred: readonly string[], otherwise: Lang): Lang {
  for (const tag of preferred) {
    const lower = tag.toLowerCase();
    if (lower === 'zh' || lower.startsWith('zh-')) return 'zh-cn';
    if (lower === 'en' || lower.startsWith('en-')) return 'en';
  }
  return otherwise;
}

export function recallSettings(shelves: Shelves, preferred: readonly string[], otherwise: Lang = 'en'): Settings {
  const raw = recall(shelves.lasting, KEYS.config, asRecord) ?? {};
  return {
    lang: asOneOf(raw['lang'], LANGS, guessLang(preferred, otherwise)),
    scheme: asOneOf(raw['scheme'], SCHEMES, 'system'),
    density: asOneOf(raw['density'], DENSITIES, 'comfortable'),
    layout: layoutOf(raw['layout']),
    lists: listViewsOf(raw['lists']),
    devices: devicesOf(raw['devices']),
    discreet: raw['discreet'] === true,
  };
}
export const rememberSettings = (shelves: Shelves, settings: Settings) =>
  remember(shelves.lasting, KEYS.config, settings);

const initialState: Settings = {
  lang: 'en',
  scheme: 'system',
  density: 'comfortable',
  layout: DEFAULT_LAYOUT,
  lists: {},
  devices: devicesOf(undefined),
  discreet: false,
};

export const settingsSlice = createSlice({
  name: 'settings',
  initialState: initialState,
  reducers: {
    settingsChanged: (state, { payload }: PayloadAction<Partial<Settings>>) => ({ ...state, ...payload }),
    listViewChanged: (state, { payload }: PayloadAction<{ readonly key: string; readonly view: ListView }>) => ({
      ...state,
      lists: { ...state.lists, [payload.key]: payload.view },
    }),
    layoutChanged: (state, { payload }: PayloadAction<Partial<Layout>>) => ({
      ...state,
      layout: { ...state.layout, ...payload },
    }),
    deviceNoted: (state, { payload }: PayloadAction<{ realm: Realm; note: string }>) => ({
      ...state,
      devices: withDevice(state.devices, payload.realm, payload.note),
    }),
  },
});
export const { settingsChanged, layoutChanged, listViewChanged, deviceNoted } = settingsSlice.actions;
export const selectSettings = (state: SettingsHolder) => state.settings;
export const selectLayout = (state: SettingsHolder) => state.settings.layout;
