/** What charts look like: little ink, direct labels, the colours of the look, plain words in the tooltips. */
import type { EChartsCoreOption } from 'echarts/core';
import { FONT_FAMILY } from '../../../../shared/theme/designTokens';
import type { ChartColours } from './colours';

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}
export interface AlongOption {
  readonly shape: 'line' | 'bars';
  /** Short ones under the chart, long ones in the tooltip. */
  readonly labels: readonly string[];
  readonly longLabels: readonly string[];
  readonly series: readonly Series[];
  readonly say: (value: number) => string;
  /** Room for more: a wall, or a wide card. */
  readonly roomy: boolean;
  /** How much larger letters are than at a desk. */
  readonly scale?: number;
  /** The axis begins where the numbers do, not at zero. */
  readonly open?: boolean;
}

const reduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
/** What is new slides in; the rest stays where it is. */
const motion = () => ({ animation: !reduced(), animationDuration: 300, animationDurationUpdate: 250 });

const tooltip = (colours: ChartColours) => ({
  // Text stays text, whatever somebody calls himself.
  renderMode: 'richText',
  confine: true,
  backgroundColor: colours.floating,
  borderColor: colours.line,
  borderWidth: 1,
  padding: [8, 12],
  textStyle: { color: colours.text, fontFamily: FONT_FAMILY, fontSize: 12, lineHeight: 18 },
});

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

interface Hovered {
  readonly dataIndex: number;
  readonly seriesName?: string;
  readonly value?: unknown;
}

/** Strong at the line, gone at the axis. */
const fading = (colour: string) => ({
  ...{ type: 'linear', x: 0, y: 0, x2: 0, y2: 1 },
  colorStops: [
    { offset: 0, color: `${colour}38` },
    { offset: 1, color: `${colour}05` },
  ],
});

function drawn({ shape, series, roomy, scale = 1 }: AlongOption, colours: ChartColours) {
  return series.map(({ name, values }, at) => {
    const colour = colours.series[at] ?? colours.soft;
    if (shape === 'bars')
      return {
        ...{ id: name, name, type: 'bar', data: values, barCategoryGap: '34%', barMaxWidth: 22 },
        itemStyle: { color: colour, borderRadius: [3, 3, 0, 0] },
        emphasis: { itemStyle: { opacity: 0.8 } },
      };
    return {
      ...{ id: name, name, type: 'line', data: values, smooth: 0.25, smoothMonotone: 'x', showSymbol: false },
      symbolSize: 7,
      labelLayout: { moveOverlap: 'shiftY' },
      lineStyle: { color: colour, width: roomy ? 2.5 : 2 },
      itemStyle: { color: colour },
      ...(at === 0 ? { areaStyle: { color: fading(colour) } } : {}),
      ...(series.length > 1
        ? {
            endLabel: {
              show: true,
              formatter: '{a}',
              color: colour,
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

/** Numbers along time, as a line or as bars. */
export function alongOption(asked: AlongOption, colours: ChartColours): EChartsCoreOption {
  const { labels, longLabels, series, say, open = false } = asked;
  const axisLabel = {
    color: colours.soft,
    fontFamily: FONT_FAMILY,
    fontSize: 11 * (asked.scale ?? 1),
    hideOverlap: true,
  };
  return {
    ...motion(),
    grid: {
      left: 4,
      right: series.length > 1 && asked.shape === 'line' ? 72 * (asked.scale ?? 1) : 8,
      top: 10,
      bottom: 2,
      containLabel: true,
    },
    xAxis: {
      ...{ type: 'category', data: labels, boundaryGap: asked.shape === 'bars' },
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel,
    },
    yAxis: {
      ...{ type: 'value', minInterval: 1, splitNumber: 3, scale: open },
      splitLine: { lineStyle: { color: colours.line, type: [3, 4] } },
      axisLabel: { ...axisLabel, formatter: (value: number) => compact.format(value) },
    },
    tooltip: {
      ...tooltip(colours),
      trigger: 'axis',
      axisPointer: {
        type: asked.shape === 'bars' ? 'shadow' : 'line',
        lineStyle: { color: colours.edge },
        shadowStyle: { opacity: 0.15 },
      },
      formatter: (hovered: readonly Hovered[]) => {
        const index = hovered[0]?.dataIndex ?? 0;
        const lines = series.map(
          ({ name, values }) => `${series.length > 1 ? `${name}  ` : ''}${say(values[index] ?? 0)}`,
        );
        return [longLabels[index] ?? '', ...lines].join('\n');
      },
    },
    series: drawn(asked, colours),
  };
}

export interface Slice {
  readonly name: string;
  readonly value: number;
}
/** Parts of a whole as a ring; the words stand beside it. */
export function ringOption(
  slices: readonly Slice[],
  say: (value: number) => string,
  colours: ChartColours,
): EChartsCoreOption {
  return {
    ...motion(),
    color: [...colours.series],
    tooltip: {
      ...tooltip(colours),
      trigger: 'item',
      formatter: ({ dataIndex }: Hovered) => {
        const slice = slices[dataIndex];
        return slice === undefined ? '' : `${slice.name}\n${say(slice.value)}`;
      },
    },
    series: [
      {
        ...{ id: 'parts', type: 'pie', radius: ['70%', '94%'], padAngle: 2 },
        label: { show: false },
        itemStyle: { borderRadius: 4, borderColor: colours.card, borderWidth: 1 },
        emphasis: { scaleSize: 3 },
        data: slices.map(({ name, value }) => ({ name, value })),
      },
    ],
  };
}
