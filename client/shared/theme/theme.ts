/** Theme (light and dark mode): the Material UI theme from the design tokens, with CSS variables so that the color scheme changes without a render. */
import { enUS, zhCN } from '@mui/material/locale';
import { createTheme, type Shadows, type Theme } from '@mui/material/styles';
import type { Lang } from '../../../common/lang';
import { themeComponents } from './themeComponents';
import { FLOAT_SHADOW, FONT_FAMILY, SPACING_UNIT, palettes, RADIUS } from './designTokens';

declare module '@mui/material/styles' {
  interface Palette {
    /** Borders of inputs. */
    outline: string;
  }
  interface PaletteOptions {
    outline?: string;
  }
  interface TypeBackground {
    /** Surfaces above cards. */
    raised: string;
    /** Surfaces below the page: rails, wells. */
    sunken: string;
  }
}

/** The attribute of the root element that holds the color scheme. */
export const SCHEME_ATTRIBUTE = 'data-scheme';

const MAX_ELEVATION = 24;
const shadows = Array.from({ length: MAX_ELEVATION + 1 }, (_, level) =>
  level === 0 ? 'none' : FLOAT_SHADOW,
) as Shadows;

const textStyle = (size: number, lineHeight: number, weight = 400) => ({
  fontSize: `${size / 16}rem`,
  lineHeight: `${lineHeight / 16}rem`,
  fontWeight: weight,
  letterSpacing: 0,
});

/** The console reads at 14 px; the member center larger. */
function createTypography(bodySize: number) {
  return {
    fontFamily: FONT_FAMILY,
    fontWeightLight: 400,
    fontWeightMedium: 500,
    fontWeightBold: 600,
    h1: textStyle(28, 36, 600),
    h2: textStyle(20, 28, 600),
    h3: textStyle(16, 24, 600),
    h4: textStyle(16, 24, 600),
    h5: textStyle(14, 20, 600),
    h6: textStyle(14, 20, 600),
    subtitle1: textStyle(16, 24),
    subtitle2: textStyle(13, 20, 500),
    body1: textStyle(bodySize, bodySize + 8),
    body2: textStyle(bodySize - 1, bodySize + 5),
    caption: textStyle(12, 16),
    overline: { ...textStyle(12, 16, 500), textTransform: 'none' as const },
    button: { ...textStyle(14, 20, 500), textTransform: 'none' as const },
  };
}

export function createAppTheme(lang: Lang, bodySize = 14): Theme {
  return createTheme(
    {
      cssVariables: { colorSchemeSelector: SCHEME_ATTRIBUTE },
      colorSchemes: { light: { palette: palettes.light }, dark: { palette: palettes.dark } },
      typography: createTypography(bodySize),
      spacing: SPACING_UNIT,
      shape: { borderRadius: RADIUS.control },
      shadows,
      components: themeComponents,
    },
    lang === 'zh-cn' ? zhCN : enUS,
  );
}
