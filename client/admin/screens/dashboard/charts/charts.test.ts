/** Charts keep the meaning of their colors and of their axes. */
import { describe, expect, it } from '@jest/globals';
import { categoryColors } from './categoryColors';
import { ringOption, timeSeriesOption, type TimeSeriesChartOptions } from './chartOptions';
import type { ChartColors } from './useChartColors';

const PALETTE = ['red', 'green', 'blue', 'orange'];
const colors: ChartColors = {
  text: 't',
  textSecondary: 's',
  divider: 'd',
  card: 'c',
  tooltip: 'p',
  outline: 'o',
  series: PALETTE,
};

describe('categoryColors', () => {
  it('depend on the category, not on its rank', () => {
    const known = ['search', 'direct', 'app'];
    const before = categoryColors(['search', 'direct', 'app'], known, PALETTE);
    const after = categoryColors(['direct', 'app', 'search'], known, PALETTE);
    for (const group of known) expect(after.get(group)).toBe(before.get(group));
    expect(categoryColors(['app'], known, PALETTE).get('app')).toBe('blue');
  });
  it('colors of values without a definition stay the same, and no two shown ones are equal', () => {
    const ids = ['17', '4', '230', '99'];
    const one = categoryColors(ids, [], PALETTE);
    const other = categoryColors([...ids].reverse(), [], PALETTE);
    for (const id of ids) expect(other.get(id)).toBe(one.get(id));
    expect(new Set(one.values()).size).toBe(4);
    expect(categoryColors([...ids, '5', '6'], [], PALETTE).size).toBe(6);
  });
});

describe('chart options', () => {
  const chart: TimeSeriesChartOptions = {
    shape: 'line',
    labels: ['a', 'b'],
    longLabels: ['a', 'b'],
    formatValue: String,
    isWide: false,
    series: [{ name: 'Page views', values: [40, 41] }],
  };
  const seriesIds = (name: string) =>
    (timeSeriesOption({ ...chart, series: [{ name, values: [1] }] }, colors)['series'] as { id: string }[]).map(
      ({ id }) => id,
    );
  it('value axes begin at zero', () => {
    expect(timeSeriesOption(chart, colors)['yAxis']).toMatchObject({ scale: false });
  });
  it('a series keeps its id in another language, so that the chart replaces it', () => {
    expect(seriesIds('Page views')).toEqual(seriesIds('浏览量'));
  });
  it('the slices of a ring have the colors of their categories', () => {
    const [ring] = ringOption([{ name: 'App', value: 2, color: 'blue' }], String, colors)['series'] as {
      data: { itemStyle: { color: string } }[];
    }[];
    expect(ring?.data[0]?.itemStyle.color).toBe('blue');
  });
});
