/** The layout settings of the console's frame; each value is validated when read. */
import { asOneOf, asRecord } from '../../../common/json';
import { palettes, SIDEBAR } from '../theme/designTokens';

export const LAYOUT_MODES = ['Default', 'Classic', 'Single', 'Double'] as const;
export type LayoutMode = (typeof LAYOUT_MODES)[number];
export const ANIMATIONS = ['slide-right', 'slide-left', 'fade', 'none'] as const;
export type Animation = (typeof ANIMATIONS)[number];
/** A color in the light and in the dark scheme. */
export type SchemeColors = readonly [light: string, dark: string];
export const MENU_WIDTH = { least: 180, most: 360 } as const;

const { light, dark } = palettes;
export const DEFAULT_COLORS = {
  menuBackground: [light.background.paper, dark.background.paper],
  menuColor: [light.text.primary, dark.text.primary],
  menuActiveBackground: ['#f1f0fd', '#2d2e41'],
  menuActiveColor: [light.primary.main, dark.primary.main],
  menuTopBarBackground: [light.background.paper, dark.background.paper],
  headerBarBackground: [light.background.paper, dark.background.paper],
  headerBarTabColor: [light.text.secondary, dark.text.secondary],
  headerBarTabActiveBackground: [light.background.default, dark.background.default],
  headerBarTabActiveColor: [light.text.primary, dark.text.primary],
  headerBarHoverBackground: [light.background.sunken, dark.background.raised],
} as const satisfies Readonly<Record<string, SchemeColors>>;
export type ColorName = keyof typeof DEFAULT_COLORS;
export const COLOR_NAMES = Object.keys(DEFAULT_COLORS) as readonly ColorName[];

export interface Layout extends Readonly<Record<ColorName, SchemeColors>> {
  readonly layoutMode: LayoutMode;
  readonly mainAnimation: Animation;
  readonly menuWidth: number;
  readonly menuCollapse: boolean;
  /** At most one menu group is expanded. */
  readonly menuUniqueOpened: boolean;
  /** The bar with the logo above the menu. */
  readonly menuShowTopBar: boolean;
  /** Icon of menu entries whose own icon is unknown. */
  readonly menuDefaultIcon: string;
}

export const DEFAULT_LAYOUT: Layout = {
  layoutMode: 'Default',
  mainAnimation: 'slide-right',
  menuWidth: SIDEBAR.open,
  menuCollapse: false,
  menuUniqueOpened: false,
  menuShowTopBar: true,
  menuDefaultIcon: 'label',
  ...DEFAULT_COLORS,
};

const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
const isWidth = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= MENU_WIDTH.least && Number(value) <= MENU_WIDTH.most;

function parseSchemeColors(value: unknown, fallback: SchemeColors): SchemeColors {
  if (!Array.isArray(value)) return fallback;
  const [first, second] = value as readonly unknown[];
  return [isColor(first) ? first : fallback[0], isColor(second) ? second : fallback[1]];
}

/** Parses a stored layout; invalid values become the default. */
export function parseLayout(value: unknown): Layout {
  const raw = asRecord(value) ?? {};
  const defaults = DEFAULT_LAYOUT;
  const readFlag = (name: 'menuCollapse' | 'menuUniqueOpened' | 'menuShowTopBar') => {
    const value = raw[name];
    return typeof value === 'boolean' ? value : defaults[name];
  };
  const icon = raw['menuDefaultIcon'];
  const colors = COLOR_NAMES.map((name) => [name, parseSchemeColors(raw[name], DEFAULT_COLORS[name])] as const);
  return {
    ...defaults,
    // One pair for every name: the list is made of the names.
    ...(Object.fromEntries(colors) as Record<ColorName, SchemeColors>),
    layoutMode: asOneOf(raw['layoutMode'], LAYOUT_MODES, defaults.layoutMode),
    mainAnimation: asOneOf(raw['mainAnimation'], ANIMATIONS, defaults.mainAnimation),
    menuWidth: isWidth(raw['menuWidth']) ? raw['menuWidth'] : defaults.menuWidth,
    menuCollapse: readFlag('menuCollapse'),
    menuUniqueOpened: readFlag('menuUniqueOpened'),
    menuShowTopBar: readFlag('menuShowTopBar'),
    menuDefaultIcon: typeof icon === 'string' && /^[a-z_]{1,40}$/.test(icon) ? icon : defaults.menuDefaultIcon,
  };
}

const cssVariableName = (name: ColorName) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
/** The CSS variable of a color. */
export const cssColor = (name: ColorName): string => `var(${cssVariableName(name)})`;
/** The colors of one scheme as CSS variables, so that a change of scheme renders nothing again. */
export const cssColorVariables = (layout: Layout, scheme: 'light' | 'dark'): Readonly<Record<string, string>> =>
  Object.fromEntries(COLOR_NAMES.map((name) => [cssVariableName(name), layout[name][scheme === 'light' ? 0 : 1]]));
