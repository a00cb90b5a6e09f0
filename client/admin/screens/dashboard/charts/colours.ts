/** The palette of the look as charts need it: plain values, those of the scheme that is on. */
import { useColorScheme } from '@mui/material/styles';
import { palettes } from '../../../../shared/theme/designTokens';

export interface ChartColours {
  readonly text: string;
  readonly soft: string;
  readonly line: string;
  readonly card: string;
  readonly floating: string;
  readonly edge: string;
  /** One a series or value, told apart by colour-blind eyes as well. */
  readonly series: readonly string[];
}
const SERIES = {
  light: ['#4f46e5', '#0e9384', '#d97706', '#c2417a', '#2f7fd1', '#7a8494'],
  dark: ['#a29dff', '#3fc1b0', '#f0b357', '#ee86b0', '#76abff', '#98a1ae'],
} as const;

export function useChartColours(): ChartColours {
  const { mode, systemMode } = useColorScheme();
  const scheme = (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light';
  const { text, background, divider, outline } = palettes[scheme];
  return {
    text: text.primary,
    soft: text.secondary,
    line: divider,
    card: background.paper,
    floating: background.raised,
    edge: outline,
    series: SERIES[scheme],
  };
}
