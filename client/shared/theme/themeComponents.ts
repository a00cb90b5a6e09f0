/** Theme overrides of Material UI components: hairlines instead of shadows, labels above inputs, quiet motion. */
import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { FLOAT_SHADOW, MONOSPACE_FONT, DURATION_MS, RADIUS } from './designTokens';

type ThemeComponents = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

const focusRing = (theme: CssVarsTheme) => ({
  outline: `2px solid ${theme.vars.palette.primary.main}`,
  outlineOffset: 2,
});

/** Overlays focus their root element first; a focus ring around the whole overlay would be noise. */
const NO_FOCUS_RING = { '&:focus-visible': { outline: 'none' } } as const;

const baseComponents: ThemeComponents = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { WebkitFontSmoothing: 'antialiased', textSizeAdjust: '100%' },
      body: { fontVariantNumeric: 'tabular-nums' },
      'code, kbd, pre': { fontFamily: MONOSPACE_FONT },
      '#root': { minHeight: '100dvh', display: 'flex', flexDirection: 'column' },
      ':focus-visible': focusRing(theme),
      '::selection': { backgroundColor: theme.vars.palette.action.focus },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
      },
    }),
  },
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiLink: { defaultProps: { underline: 'hover' } },
  MuiSkeleton: { defaultProps: { animation: false, variant: 'rounded' } },
  MuiSvgIcon: { defaultProps: { fontSize: 'small' } },
};

const buttonComponents: ThemeComponents = {
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        padding: '7px 14px',
        transitionDuration: `${DURATION_MS.appear}ms`,
        '&.Mui-focusVisible': focusRing(theme),
      }),
      // A small minimum width, so that several buttons fit into one row.
      sizeSmall: { minWidth: 48, minHeight: 28, padding: '3px 10px', fontSize: '0.8125rem' },
      sizeLarge: { minHeight: 44, padding: '11px 18px' },
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.outline, color: theme.vars.palette.text.primary }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({ borderRadius: RADIUS.control, '&.Mui-focusVisible': focusRing(theme) }),
      sizeMedium: { width: 36, height: 36 },
      sizeSmall: { width: 28, height: 28 },
    },
  },
  MuiChip: {
    defaultProps: { size: 'small' },
    styleOverrides: { root: { borderRadius: RADIUS.control, fontWeight: 500 } },
  },
};

/** Label above, help below, error replaces help. */
const inputComponents: ThemeComponents = {
  MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        marginBottom: 4,
        fontSize: '0.8125rem',
        lineHeight: '1.25rem',
        fontWeight: 500,
        color: theme.vars.palette.text.primary,
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
        '&.Mui-error': { color: theme.vars.palette.error.main },
      }),
      asterisk: ({ theme }) => ({ color: theme.vars.palette.error.main }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        backgroundColor: theme.vars.palette.background.paper,
        // A disabled input stays readable: it may contain unsaved text of the user.
        '&.Mui-disabled': { backgroundColor: theme.vars.palette.background.sunken },
        '& .MuiInputBase-input.Mui-disabled': { WebkitTextFillColor: theme.vars.palette.text.secondary },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.text.secondary },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderWidth: 2,
          borderColor: theme.vars.palette.primary.main,
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.error.main },
      }),
      input: { padding: '7px 12px', height: 22, '&:focus-visible': { outline: 'none' } },
      multiline: { padding: '7px 12px', '& textarea': { padding: 0, height: 'auto' } },
      notchedOutline: ({ theme }) => ({
        top: 0,
        borderColor: theme.vars.palette.outline,
        '& legend': { display: 'none' },
      }),
    },
  },
  MuiSelect: { styleOverrides: { select: { minHeight: '22px !important', lineHeight: '22px' } } },
  MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, marginRight: 0, lineHeight: '1rem' } } },
  MuiFormControlLabel: { styleOverrides: { root: { marginLeft: -8 }, label: { lineHeight: '1.25rem' } } },
  // The outline keeps the thumb visible on any background.
  MuiSwitch: {
    styleOverrides: {
      thumb: ({ theme }) => ({ boxShadow: 'none', border: `1px solid ${theme.vars.palette.outline}` }),
    },
  },
  MuiCheckbox: { defaultProps: { size: 'small' }, styleOverrides: { root: { padding: 8 } } },
  MuiRadio: { defaultProps: { size: 'small' }, styleOverrides: { root: { padding: 8 } } },
};

const surfaceComponents: ThemeComponents = {
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: ({ theme }) => ({ border: `1px solid ${theme.vars.palette.divider}`, borderRadius: RADIUS.card }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      root: { '& > .MuiBackdrop-root': { backgroundColor: 'rgb(0 0 0 / 0.25)' } },
      paper: ({ theme }) => ({
        borderRadius: RADIUS.dialog,
        backgroundColor: theme.vars.palette.background.raised,
        ...NO_FOCUS_RING,
      }),
      // A full-screen dialog without rounded corners, where the page would be visible.
      paperFullScreen: { borderRadius: 0 },
    },
  },
  MuiDrawer: { styleOverrides: { paper: NO_FOCUS_RING } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1rem', lineHeight: '1.5rem', padding: '20px 24px 8px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        minWidth: 180,
        marginTop: 4,
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: RADIUS.card,
        boxShadow: FLOAT_SHADOW,
        backgroundColor: theme.vars.palette.background.raised,
      }),
      list: { padding: 4 },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: 36,
        borderRadius: RADIUS.control,
        padding: '6px 10px',
        gap: 10,
        '& .MuiListItemIcon-root': { minWidth: 0 },
      },
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 0 } } },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, enterNextDelay: 200 },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        backgroundColor: theme.vars.palette.text.primary,
        color: theme.vars.palette.background.paper,
        fontSize: '0.75rem',
        lineHeight: '1rem',
        padding: '6px 8px',
        borderRadius: RADIUS.control,
      }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ borderBottomColor: theme.vars.palette.divider }),
      head: ({ theme }) => ({ color: theme.vars.palette.text.secondary, fontWeight: 500, fontSize: '0.8125rem' }),
    },
  },
  MuiAlert: {
    styleOverrides: { root: { borderRadius: RADIUS.control, padding: '6px 12px', alignItems: 'center' } },
  },
  MuiTab: { styleOverrides: { root: { minHeight: 40, padding: '8px 12px' } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
};

export const themeComponents: ThemeComponents = {
  ...baseComponents,
  ...buttonComponents,
  ...inputComponents,
  ...surfaceComponents,
};
