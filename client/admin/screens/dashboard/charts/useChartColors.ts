/** Theme colors of the active scheme as plain values, for charts. */
import { useColorScheme } from '@mui/material/styles';
import { palettes } from '../../../../shared/theme/designTokens';

export interface ChartColors {
  readonly text: string;
  readonly textSecondary: string;
  readonly divider: string;
  readonly card: string;
  readonly tooltip: string;
  readonly outline: string;
  /** Colors of the series, distinguishable with color blindness. */
  readonly series: readonly string[];
}
const SERIES = {
  light: ['#4f46e5', '#0e9384', '#d97706', '#c2417a', '#2f7fd1', '#7a8494'],
  dark: ['#a29dff', '#3fc1b0', '#f0b357', '#ee86b0', '#76abff', '#98a1ae'],
} as const;

export function useChartColors(): ChartColors {
  const { mode, systemMode } = useColorScheme();
  const scheme = (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light';
  const { text, background, divider, outline } = palettes[scheme];
  return {
    text: text.primary,
    textSecondary: text.secondary,
    divider,
    card: background.paper,
    tooltip: background.raised,
    outline,
    series: SERIES[scheme],
  };
}
