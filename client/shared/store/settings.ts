/** The settings of this browser: language, color scheme (dark mode), layout, lists, known devices. Stored in localStorage under `storeConfig`. */
import { MASK } from '../../../common/mask';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { parseKnownDevices, addDevice, toStoredDevices, type KnownDevices } from './knownDevices';
import { DEFAULT_LAYOUT, parseLayout, type Layout } from './layout';
import { parseListViews, type ListView, type ListViews } from './listViews';
import { parsePanelWidths, type PanelWidths } from './panelWidths';
import { STORAGE_KEYS, readStoredValue, writeValue, type BrowserStorage } from './storage';
import { asOneOf, asRecord } from '../../../common/json';
import { LANGUAGES, type Lang } from '../../../common/lang';
import type { Realm } from '../../../common/realm';

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
  readonly panelWidths: PanelWidths;
  /** Stays after sign-out: it belongs to the browser. */
  readonly devices: KnownDevices;
  /** The member center shows amounts as dots. */
  readonly discreet: boolean;
  /** Short dates: lists show only the time for today, and no year for days of this year. */
  readonly shortDates: boolean;
}
/** Shown instead of a hidden amount. */
export const HIDDEN_AMOUNT = MASK;
export interface StateWithSettings {
  readonly settings: Settings;
}

/** The best match among the preferred language tags, otherwise `fallback`. */
export function detectLang(preferred: readonly string[], fallback: Lang): Lang {
  for (const languageTag of preferred) {
    const lower = languageTag.toLowerCase();
    if (lower === 'zh' || lower.startsWith('zh-')) return 'zh-cn';
    if (lower === 'en' || lower.startsWith('en-')) return 'en';
  }
  return fallback;
}

export function loadSettings(storage: BrowserStorage, preferred: readonly string[], fallback: Lang = 'en'): Settings {
  const raw = readStoredValue(storage.local, STORAGE_KEYS.config, asRecord) ?? {};
  return {
    lang: asOneOf(raw['lang'], LANGUAGES, detectLang(preferred, fallback)),
    scheme: asOneOf(raw['scheme'], SCHEMES, 'system'),
    density: asOneOf(raw['density'], DENSITIES, 'comfortable'),
    layout: parseLayout(raw['layout']),
    lists: parseListViews(raw['lists']),
    panelWidths: parsePanelWidths(raw['panelWidths']),
    devices: parseKnownDevices(raw['devices']),
    discreet: raw['discreet'] === true,
    shortDates: raw['shortDates'] === true,
  };
}
export const saveSettings = (storage: BrowserStorage, settings: Settings) =>
  writeValue(storage.local, STORAGE_KEYS.config, { ...settings, devices: toStoredDevices(settings.devices) });

const initialState: Settings = {
  lang: 'en',
  scheme: 'system',
  density: 'comfortable',
  layout: DEFAULT_LAYOUT,
  lists: {},
  panelWidths: {},
  devices: parseKnownDevices(undefined),
  discreet: false,
  shortDates: false,
};

export const settingsSlice = createSlice({
  name: 'settings',
  initialState,
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
    deviceRemembered: (state, { payload }: PayloadAction<{ realm: Realm; note: string }>) => ({
      ...state,
      devices: addDevice(state.devices, payload.realm, payload.note),
    }),
  },
});
export const { settingsChanged, layoutChanged, listViewChanged, deviceRemembered } = settingsSlice.actions;
export const selectSettings = (state: StateWithSettings) => state.settings;
export const selectLayout = (state: StateWithSettings) => state.settings.layout;
