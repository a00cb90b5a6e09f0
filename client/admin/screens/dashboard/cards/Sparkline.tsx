/** Sparkline of the last days, without numbers. */
import Box from '@mui/material/Box';

const WIDTH = 100;
const HEIGHT = 28;

interface SparklineProps {
  readonly values: readonly number[];
  /** A running total begins at its lowest value, so that its growth is visible; other values begin at zero. */
  readonly isRunningTotal: boolean;
}
export function Sparkline({ values, isRunningTotal }: SparklineProps) {
  const lowest = isRunningTotal ? Math.min(...values) : Math.min(0, ...values);
  const highest = Math.max(lowest + 1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) => [index * step, HEIGHT - 3 - ((value - lowest) / (highest - lowest)) * (HEIGHT - 6)] as const,
  );
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [endX = 0, endY = 0] = points.at(-1) ?? [];
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`-2 0 ${WIDTH + 6} ${HEIGHT}`}
      preserveAspectRatio="none"
      sx={{
        width: '100%',
        height: 'calc(28px * var(--wall, 1))',
        display: 'block',
        color: 'primary.main',
        overflow: 'visible',
      }}
    >
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} fill="currentColor" opacity={0.08} />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      <circle cx={endX} cy={endY} r={2} fill="currentColor" />
    </Box>
  );
}
