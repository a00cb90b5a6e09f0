/** One chart: drawn once, then only what changed is handed to it; it stands still while nobody sees it. */
import EChartsReactCore from 'echarts-for-react/esm/core';
import type { EChartsCoreOption } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import Box from '@mui/material/Box';
import { echarts } from './engine';

/** Whether the element is in sight, on a page that is. */
function useInSight() {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(true);
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, seen };
}

/** Writing '' as HTML is how the library empties an element; the page refuses HTML wherever text could become code. */
function emptiedPlainly(element: Element): void {
  if (Object.hasOwn(element, 'innerHTML')) return;
  Object.defineProperty(element, 'innerHTML', {
    configurable: true,
    get: () => '',
    set: () => {
      element.replaceChildren();
    },
  });
}
/** Drawn at once in the size its place has; the library would draw everything twice to learn it. */
class Drawing extends EChartsReactCore {
  override initEchartsInstance() {
    emptiedPlainly(this.ele);
    const chart = echarts.init(this.ele, this.props.theme, { renderer: 'svg' });
    for (const drawing of this.ele.querySelectorAll('svg')) emptiedPlainly(drawing);
    return Promise.resolve(chart);
  }
}

interface ChartProps {
  readonly option: EChartsCoreOption;
  /** What it shows, in a sentence: the chart itself says nothing to a screen reader. */
  readonly label: string;
  readonly onPoint?: ((index: number) => void) | undefined;
}
export function Chart({ option, label, onPoint }: ChartProps) {
  const { ref, seen } = useInSight();
  const [shown, setShown] = useState(option);
  if (seen && shown !== option) setShown(option);
  const latest = useRef(onPoint);
  useEffect(() => {
    latest.current = onPoint;
  }, [onPoint]);
  // The same object for ever: another one would be bound anew, before the chart is there.
  const [onEvents] = useState(() => ({
    click: ({ dataIndex }: { readonly dataIndex?: number }) => {
      if (dataIndex !== undefined) latest.current?.(dataIndex);
    },
  }));
  return (
    <Box ref={ref} role="img" aria-label={label} sx={{ flex: 1, minHeight: 0, minWidth: 0, position: 'relative' }}>
      <Box aria-hidden sx={{ position: 'absolute', inset: 0 }}>
        <Drawing
          echarts={echarts}
          option={shown}
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
