/** Chart that redraws only what changed, and not while it is invisible. */
import EChartsReactCore from 'echarts-for-react/esm/core';
import type { EChartsCoreOption } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import Box from '@mui/material/Box';
import { echarts } from './echarts';

/** Whether the element is in the viewport of a visible page. */
function useIsVisible() {
  const ref = useRef<HTMLDivElement>(null);
  const [isVisible, setIsVisible] = useState(true);
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => setIsVisible(entry?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isVisible };
}

/** ECharts clears elements by `innerHTML = ''`, which the Trusted Types policy forbids; removes the children instead. */
function replaceInnerHtml(element: Element): void {
  if (Object.hasOwn(element, 'innerHTML')) return;
  Object.defineProperty(element, 'innerHTML', {
    configurable: true,
    get: () => '',
    set: () => {
      element.replaceChildren();
    },
  });
}
/** Initializes the chart in its final size; the base class would draw twice to measure it. */
class SvgChart extends EChartsReactCore {
  override initEchartsInstance() {
    replaceInnerHtml(this.ele);
    const chart = echarts.init(this.ele, this.props.theme, { renderer: 'svg' });
    for (const svg of this.ele.querySelectorAll('svg')) replaceInnerHtml(svg);
    return Promise.resolve(chart);
  }
}

interface ChartProps {
  readonly option: EChartsCoreOption;
  /** Sentence for screen readers; the chart itself is hidden from them. */
  readonly label: string;
  readonly onPoint?: ((index: number) => void) | undefined;
}
export function Chart({ option, label, onPoint }: ChartProps) {
  const { ref, isVisible } = useIsVisible();
  const [shownOption, setShownOption] = useState(option);
  if (isVisible && shownOption !== option) setShownOption(option);
  const latestOnPoint = useRef(onPoint);
  useEffect(() => {
    latestOnPoint.current = onPoint;
  }, [onPoint]);
  // Stable object: the component would rebind changed handlers before the chart exists.
  const [onEvents] = useState(() => ({
    click: ({ dataIndex }: { readonly dataIndex?: number }) => {
      if (dataIndex !== undefined) latestOnPoint.current?.(dataIndex);
    },
  }));
  return (
    <Box ref={ref} role="img" aria-label={label} sx={{ flex: 1, minHeight: 0, minWidth: 0, position: 'relative' }}>
      <Box aria-hidden sx={{ position: 'absolute', inset: 0 }}>
        <SvgChart
          echarts={echarts}
          option={shownOption}
          notMerge={false}
          lazyUpdate
          opts={{ renderer: 'svg' }}
          onEvents={onEvents}
          style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
        />
      </Box>
    </Box>
  );
}
