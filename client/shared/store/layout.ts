/** The layout settings of the console's frame; each value is validated when read. */
import { asOneOf, asRecord } from '../../../common/json';
import { palettes, SIDEBAR } from '../theme/designTokens';

export const LAYOUT_MODES = ['Default', 'Classic', 'Single', 'Double'] as const;
export type LayoutMode = (typeof LAYOUT_MODES)[number];
export const ANIMATIONS = ['slide-right', 'slide-left', 'fade', 'none'] as const;
export type Animation = (typeof ANIMATIONS)[number];
/** A colour in the light and in the dark scheme. */
export type SchemeColours = readonly [light: string, dark: string];
export const MENU_WIDTH = { least: 180, most: 360 } as const;

const { light, dark } = palettes;
export const DEFAULT_COLOURS = {
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
} as const satisfies Readonly<Record<string, SchemeColours>>;
export type ColourName = keyof typeof DEFAULT_COLOURS;
export const COLOUR_NAMES = Object.keys(DEFAULT_COLOURS) as readonly ColourName[];

export interface Layout extends Readonly<Record<ColourName, SchemeColours>> {
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
  ...DEFAULT_COLOURS,
};

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
const isWidth = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= MENU_WIDTH.least && Number(value) <= MENU_WIDTH.most;

function parseSchemeColours(value: unknown, fallback: SchemeColours): SchemeColours {
  if (!Array.isArray(value)) return fallback;
  const [first, second] = value as readonly unknown[];
  return [isColour(first) ? first : fallback[0], isColour(second) ? second : fallback[1]];
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
  const colours = COLOUR_NAMES.map((name) => [name, parseSchemeColours(raw[name], DEFAULT_COLOURS[name])] as const);
  return {
    ...defaults,
    // One pair for every name: the list is made of the names.
    ...(Object.fromEntries(colours) as Record<ColourName, SchemeColours>),
    layoutMode: asOneOf(raw['layoutMode'], LAYOUT_MODES, defaults.layoutMode),
    mainAnimation: asOneOf(raw['mainAnimation'], ANIMATIONS, defaults.mainAnimation),
    menuWidth: isWidth(raw['menuWidth']) ? raw['menuWidth'] : defaults.menuWidth,
    menuCollapse: readFlag('menuCollapse'),
    menuUniqueOpened: readFlag('menuUniqueOpened'),
    menuShowTopBar: readFlag('menuShowTopBar'),
    menuDefaultIcon: typeof icon === 'string' && /^[a-z_]{1,40}$/.test(icon) ? icon : defaults.menuDefaultIcon,
  };
}

const cssVariableName = (name: ColourName) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
/** The CSS variable of a colour. */
export const cssColour = (name: ColourName): string => `var(${cssVariableName(name)})`;
/** The colours of one scheme as CSS variables, so that a change of scheme renders nothing again. */
export const cssColourVariables = (layout: Layout, scheme: 'light' | 'dark'): Readonly<Record<string, string>> =>
  Object.fromEntries(COLOUR_NAMES.map((name) => [cssVariableName(name), layout[name][scheme === 'light' ? 0 : 1]]));
