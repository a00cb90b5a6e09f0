/** Chart options of ECharts: colors of the theme, direct labels, tooltips as plain text. */
import type { EChartsCoreOption } from 'echarts/core';
import { FONT_FAMILY } from '../../../../shared/theme/designTokens';
import type { ChartColors } from './useChartColors';

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}
export interface TimeSeriesChartOptions {
  readonly shape: 'line' | 'bars';
  /** Short labels on the axis, long ones in the tooltip. */
  readonly labels: readonly string[];
  readonly longLabels: readonly string[];
  readonly series: readonly Series[];
  readonly formatValue: (value: number) => string;
  /** Thicker lines, for wide cards. */
  readonly isWide: boolean;
  /** Scale of the font sizes; above 1 on kiosk displays. */
  readonly scale?: number;
}

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
/** Animates only changes. */
const animationOptions = () => ({
  animation: !prefersReducedMotion(),
  animationDuration: 300,
  animationDurationUpdate: 250,
});

const tooltip = (colors: ChartColors) => ({
  // Renders names as text, never as HTML.
  renderMode: 'richText',
  confine: true,
  backgroundColor: colors.tooltip,
  borderColor: colors.divider,
  borderWidth: 1,
  padding: [8, 12],
  textStyle: { color: colors.text, fontFamily: FONT_FAMILY, fontSize: 12, lineHeight: 18 },
});

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

interface TooltipParams {
  readonly dataIndex: number;
  readonly seriesName?: string;
  readonly value?: unknown;
}

/** Gradient below a line: opaque at the line, transparent at the axis. */
const areaGradient = (color: string) => ({
  type: 'linear',
  x: 0,
  y: 0,
  x2: 0,
  y2: 1,
  colorStops: [
    { offset: 0, color: `${color}38` },
    { offset: 1, color: `${color}05` },
  ],
});

function seriesOptions({ shape, series, isWide, scale = 1 }: TimeSeriesChartOptions, colors: ChartColors) {
  return series.map(({ name, values }, index) => {
    const color = colors.series[index] ?? colors.textSecondary;
    if (shape === 'bars')
      return {
        id: `series-${index}`,
        name,
        type: 'bar',
        data: values,
        barCategoryGap: '34%',
        barMaxWidth: 22,
        itemStyle: { color: color, borderRadius: [3, 3, 0, 0] },
        emphasis: { itemStyle: { opacity: 0.8 } },
      };
    return {
      id: `series-${index}`,
      name,
      type: 'line',
      data: values,
      smooth: 0.25,
      smoothMonotone: 'x',
      showSymbol: false,
      symbolSize: 7,
      labelLayout: { moveOverlap: 'shiftY' },
      lineStyle: { color: color, width: isWide ? 2.5 : 2 },
      itemStyle: { color: color },
      ...(index === 0 ? { areaStyle: { color: areaGradient(color) } } : {}),
      ...(series.length > 1
        ? {
            endLabel: {
              show: true,
              formatter: '{a}',
              color: color,
              fontFamily: FONT_FAMILY,
              fontSize: 12 * scale,
              distance: 6,
              lineHeight: 18 * scale,
            },
          }
        : {}),
    };
  });
}

/** Time series as a line or as bars. */
export function timeSeriesOption(chart: TimeSeriesChartOptions, colors: ChartColors): EChartsCoreOption {
  const { labels, longLabels, series, formatValue } = chart;
  const axisLabel = {
    color: colors.textSecondary,
    fontFamily: FONT_FAMILY,
    fontSize: 11 * (chart.scale ?? 1),
    hideOverlap: true,
  };
  return {
    ...animationOptions(),
    grid: {
      left: 4,
      right: series.length > 1 && chart.shape === 'line' ? 72 * (chart.scale ?? 1) : 8,
      top: 10,
      bottom: 2,
      containLabel: true,
    },
    xAxis: {
      type: 'category',
      data: labels,
      boundaryGap: chart.shape === 'bars',
      axisLine: { lineStyle: { color: colors.divider } },
      axisTick: { show: false },
      axisLabel,
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 3,
      scale: false,
      splitLine: { lineStyle: { color: colors.divider, type: [3, 4] } },
      axisLabel: { ...axisLabel, formatter: (value: number) => compact.format(value) },
    },
    tooltip: {
      ...tooltip(colors),
      trigger: 'axis',
      axisPointer: {
        type: chart.shape === 'bars' ? 'shadow' : 'line',
        lineStyle: { color: colors.outline },
        shadowStyle: { opacity: 0.15 },
      },
      formatter: (hovered: readonly TooltipParams[]) => {
        const index = hovered[0]?.dataIndex ?? 0;
        const lines = series.map(
          ({ name, values }) => `${series.length > 1 ? `${name}  ` : ''}${formatValue(values[index] ?? 0)}`,
        );
        return [longLabels[index] ?? '', ...lines].join('\n');
      },
    },
    series: seriesOptions(chart, colors),
  };
}

export interface Slice {
  readonly name: string;
  readonly value: number;
  readonly color: string;
}
/** Breakdown as a ring without labels; the legend is beside it. */
export function ringOption(
  slices: readonly Slice[],
  formatValue: (value: number) => string,
  colors: ChartColors,
): EChartsCoreOption {
  return {
    ...animationOptions(),
    tooltip: {
      ...tooltip(colors),
      trigger: 'item',
      formatter: ({ dataIndex }: TooltipParams) => {
        const slice = slices[dataIndex];
        return slice === undefined ? '' : `${slice.name}\n${formatValue(slice.value)}`;
      },
    },
    series: [
      {
        id: 'parts',
        type: 'pie',
        radius: ['70%', '94%'],
        padAngle: 2,
        label: { show: false },
        itemStyle: { borderRadius: 4, borderColor: colors.card, borderWidth: 1 },
        emphasis: { scaleSize: 3 },
        data: slices.map(({ name, value, color }) => ({ name, value, itemStyle: { color: color } })),
      },
    ],
  };
}
