/** Design tokens: colors of both schemes, sizes, fonts. No other file names a color. */

const lightPalette = {
  primary: { main: '#4f46e5', dark: '#4038c4', light: '#7b74f1', contrastText: '#ffffff' },
  secondary: { main: '#5b6472', contrastText: '#ffffff' },
  success: { main: '#1a7f4b', contrastText: '#ffffff' },
  warning: { main: '#a85a00', contrastText: '#ffffff' },
  error: { main: '#c62f3b', contrastText: '#ffffff' },
  info: { main: '#2563c9', contrastText: '#ffffff' },
  text: { primary: '#1b1f2a', secondary: '#5b6472', disabled: '#98a1ae' },
  background: { default: '#f6f7f9', paper: '#ffffff', raised: '#ffffff', sunken: '#eef0f4' },
  divider: '#e3e6eb',
  outline: '#b4bbc7',
  action: {
    hover: '#1b1f2a0a',
    selected: '#4f46e514',
    focus: '#4f46e51f',
    active: '#5b6472',
    disabled: '#98a1ae',
    disabledBackground: '#e9ebef',
  },
} as const;

const darkPalette = {
  primary: { main: '#a29dff', dark: '#8a84f5', light: '#c0bcff', contrastText: '#14103c' },
  secondary: { main: '#a0a8b5', contrastText: '#14161b' },
  success: { main: '#4cc38a', contrastText: '#06281a' },
  warning: { main: '#f0b357', contrastText: '#2e1d02' },
  error: { main: '#ff8087', contrastText: '#3a0a0e' },
  info: { main: '#76abff', contrastText: '#061d3f' },
  text: { primary: '#e7e9ee', secondary: '#a0a8b5', disabled: '#6b7380' },
  background: { default: '#121419', paper: '#191c22', raised: '#21252d', sunken: '#0e1014' },
  divider: '#2c313a',
  outline: '#4a5260',
  action: {
    hover: '#e7e9ee0d',
    selected: '#a29dff24',
    focus: '#a29dff33',
    active: '#a0a8b5',
    disabled: '#6b7380',
    disabledBackground: '#262a32',
  },
} as const;

export const palettes = { light: lightPalette, dark: darkPalette };

/** System fonts first: a page loads no font from the internet. */
export const FONT_FAMILY =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';
export const MONOSPACE_FONT = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** 4-pixel grid: `spacing(2)` is 8 px within a group, 4 is 16 between groups, 6 is 24 around a page. */
export const SPACING_UNIT = 4;
export const RADIUS = { control: 6, card: 10, dialog: 14 } as const;
/** Screens too narrow for a grid. */
export const PHONE_QUERY = '(max-width: 599.95px)';
/** Screens on which a record is shown beside its list. */
export const WIDE_QUERY = '(min-width: 1200px)';
/** Heights of list rows by density, in pixels. */
export const ROW_HEIGHT = { comfortable: 44, compact: 36, relaxed: 52 } as const;
export const SIDEBAR = { open: 260, collapsed: 64 } as const;
export const HEADER_HEIGHT = 56;
export const DURATION_MS = { appear: 160, flash: 1500, count: 300 } as const;
/** Only floating surfaces have a shadow. */
export const FLOAT_SHADOW = '0 1px 2px rgb(15 18 28 / 8%), 0 8px 28px rgb(15 18 28 / 16%)';

/** Colors of people, distinguishable for color-blind people; the id selects one. */
export const PERSON_COLORS = [
  '#0072b2',
  '#b84f00',
  '#007a5a',
  '#a83e7e',
  '#8a6d00',
  '#2f6f8f',
  '#7b4ab5',
  '#a33c3c',
  '#4f7a1f',
  '#5a6472',
] as const;
