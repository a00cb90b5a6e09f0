/** How the console's frame is laid out (specification, point 3, "Layout config"); every value is checked when read. */
import { asOneOf, asRecord } from './persist';
import { palettes, SIDEBAR } from './tokens';

export const LAYOUT_MODES = ['Default', 'Classic', 'Single', 'Double'] as const;
export type LayoutMode = (typeof LAYOUT_MODES)[number];
export const ANIMATIONS = ['slide-right', 'slide-left', 'fade', 'none'] as const;
export type Animation = (typeof ANIMATIONS)[number];
/** A colour in the light and in the dark scheme. */
export type Pair = readonly [light: string, dark: string];
export const MENU_WIDTH = { least: 180, most: 360 } as const;

const { light, dark } = palettes;
export const COLOURS = {
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
} as const satisfies Readonly<Record<string, Pair>>;
export type ColourName = keyof typeof COLOURS;
export const COLOUR_NAMES = Object.keys(COLOURS) as readonly ColourName[];

export interface Layout extends Readonly<Record<ColourName, Pair>> {
  readonly layoutMode: LayoutMode;
  readonly mainAnimation: Animation;
  readonly menuWidth: number;
  readonly menuCollapse: boolean;
  /** One group of the menu at a time stands open. */
  readonly menuUniqueOpened: boolean;
  /** The bar with the logo above the menu. */
  readonly menuShowTopBar: boolean;
  /** For entries whose own icon is not known. */
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
  ...COLOURS,
};

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
const isWidth = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= MENU_WIDTH.least && Number(value) <= MENU_WIDTH.most;

function pairOf(value: unknown, otherwise: Pair): Pair {
  if (!Array.isArray(value)) return otherwise;
  const [first, second] = value as readonly unknown[];
  return [isColour(first) ? first : otherwise[0], isColour(second) ? second : otherwise[1]];
}

/** Reads a layout out of storage; what is not as it should be is as usual. */
export function layoutOf(value: unknown): Layout {
  const raw = asRecord(value) ?? {};
  const usual = DEFAULT_LAYOUT;
  const flag = (name: 'menuCollapse' | 'menuUniqueOpened' | 'menuShowTopBar') => {
    const given = raw[name];
    return typeof given === 'boolean' ? given : usual[name];
  };
  const icon = raw['menuDefaultIcon'];
  const colours = COLOUR_NAMES.map((name) => [name, pairOf(raw[name], COLOURS[name])] as const);
  return {
    ...usual,
    // One pair for every name: the list is made of the names.
    ...(Object.fromEntries(colours) as Record<ColourName, Pair>),
    layoutMode: asOneOf(raw['layoutMode'], LAYOUT_MODES, usual.layoutMode),
    mainAnimation: asOneOf(raw['mainAnimation'], ANIMATIONS, usual.mainAnimation),
    menuWidth: isWidth(raw['menuWidth']) ? raw['menuWidth'] : usual.menuWidth,
    menuCollapse: flag('menuCollapse'),
    menuUniqueOpened: flag('menuUniqueOpened'),
    menuShowTopBar: flag('menuShowTopBar'),
    menuDefaultIcon: typeof icon === 'string' && /^[a-z_]{1,40}$/.test(icon) ? icon : usual.menuDefaultIcon,
  };
}

const variable = (name: ColourName) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
/** The colour as styles name it. */
export const colourVar = (name: ColourName): string => `var(${variable(name)})`;
/** The colours of one scheme as CSS variables: turning the scheme draws nothing again. */
export const colourVars = (layout: Layout, scheme: 'light' | 'dark'): Readonly<Record<string, string>> =>
  Object.fromEntries(COLOUR_NAMES.map((name) => [variable(name), layout[name][scheme === 'light' ? 0 : 1]]));
