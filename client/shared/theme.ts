/** Material UI dressed in the tokens of the look, with CSS variables so that colours turn without a re-render. */
import { enUS, zhCN } from '@mui/material/locale';
import { createTheme, type Shadows, type Theme } from '@mui/material/styles';
import type { Lang } from './settings';
import { components } from './themeComponents';
import { FLOAT_SHADOW, FONT, GRID, palettes, RADIUS } from './tokens';

declare module '@mui/material/styles' {
  interface Palette {
    /** Edges of inputs, strong enough to be found. */
    outline: string;
  }
  interface PaletteOptions {
    outline?: string;
  }
  interface TypeBackground {
    /** What floats above cards. */
    raised: string;
    /** What lies below the page: rails, wells. */
    sunken: string;
  }
}

/** The attribute of the page's root that says which colours are on. */
export const SCHEME_ATTRIBUTE = 'data-scheme';

const FLOATING = 24;
const shadows = Array.from({ length: FLOATING + 1 }, (_, level) => (level === 0 ? 'none' : FLOAT_SHADOW)) as Shadows;

const px = (size: number, line: number, weight = 400) => ({
  fontSize: `${size / 16}rem`,
  lineHeight: `${line / 16}rem`,
  fontWeight: weight,
  letterSpacing: 0,
});

/** The console reads at 14 px; the member centre larger. */
function typographyOf(body: number) {
  return {
    fontFamily: FONT,
    fontWeightLight: 400,
    fontWeightMedium: 500,
    fontWeightBold: 600,
    h1: px(28, 36, 600),
    h2: px(20, 28, 600),
    h3: px(16, 24, 600),
    h4: px(16, 24, 600),
    h5: px(14, 20, 600),
    h6: px(14, 20, 600),
    subtitle1: px(16, 24),
    subtitle2: px(13, 20, 500),
    body1: px(body, body + 8),
    body2: px(body - 1, body + 5),
    caption: px(12, 16),
    overline: { ...px(12, 16, 500), textTransform: 'none' as const },
    button: { ...px(14, 20, 500), textTransform: 'none' as const },
  };
}

export function createAppTheme(lang: Lang, body = 14): Theme {
  return createTheme(
    {
      cssVariables: { colorSchemeSelector: SCHEME_ATTRIBUTE },
      colorSchemes: { light: { palette: palettes.light }, dark: { palette: palettes.dark } },
      typography: typographyOf(body),
      spacing: GRID,
      shape: { borderRadius: RADIUS.control },
      shadows,
      components,
    },
    lang === 'zh-cn' ? zhCN : enUS,
  );
}
