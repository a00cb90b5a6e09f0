/** How this person likes the screen: language, colours, menu, density. Kept under `storeConfig`. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { DEFAULT_LAYOUT, layoutOf, type Layout } from './layout';
import { asOneOf, asRecord, KEYS, recall, remember, type Shelves } from './persist';

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
}
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
  };
}
export const rememberSettings = (shelves: Shelves, settings: Settings) =>
  remember(shelves.lasting, KEYS.config, settings);

const initialState: Settings = { lang: 'en', scheme: 'system', density: 'comfortable', layout: DEFAULT_LAYOUT };

export const settingsSlice = createSlice({
  name: 'settings',
  initialState: initialState,
  reducers: {
    settingsChanged: (state, { payload }: PayloadAction<Partial<Settings>>) => ({ ...state, ...payload }),
    layoutChanged: (state, { payload }: PayloadAction<Partial<Layout>>) => ({
      ...state,
      layout: { ...state.layout, ...payload },
    }),
  },
});
export const { settingsChanged, layoutChanged } = settingsSlice.actions;
export const selectSettings = (state: SettingsHolder) => state.settings;
export const selectLayout = (state: SettingsHolder) => state.settings.layout;
