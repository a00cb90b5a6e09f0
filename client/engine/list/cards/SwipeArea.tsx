/** A card that a finger swipes to the left or right, or holds: the gesture runs an action of the row. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTouchGestures, type GestureActions } from './useTouchGestures';

/** The text and color of what a swipe uncovers. */
interface SwipeLabel {
  readonly text: string;
  readonly color: 'error' | 'primary';
}
interface SwipeAreaProps extends GestureActions {
  readonly leftLabel: SwipeLabel;
  readonly rightLabel: SwipeLabel;
  readonly children: ReactNode;
}
const LABEL_STYLE = {
  position: 'absolute',
  inset: 0,
  display: 'none',
  alignItems: 'center',
  px: 6,
  fontWeight: 600,
  borderRadius: 'inherit',
} as const;

export function SwipeArea({ leftLabel, rightLabel, children, ...actions }: SwipeAreaProps) {
  const { rootRef, contentRef, handlers } = useTouchGestures(actions);
  const label = ({ text, color }: SwipeLabel, side: 'left' | 'right') => (
    <Box
      aria-hidden
      data-swipe-label={side}
      sx={{
        ...LABEL_STYLE,
        justifyContent: side === 'left' ? 'flex-end' : 'flex-start',
        bgcolor: `${color}.main`,
        color: `${color}.contrastText`,
      }}
    >
      {text}
    </Box>
  );
  return (
    <Box
      ref={rootRef}
      sx={{
        position: 'relative',
        overflow: 'hidden',
        borderRadius: 'inherit',
        '&[data-swipe=left] > [data-swipe-label=left], &[data-swipe=right] > [data-swipe-label=right]': {
          display: 'flex',
        },
        '&[data-swipe] > :last-child': { bgcolor: 'background.paper' },
      }}
    >
      {actions.onSwipeLeft && label(leftLabel, 'left')}
      {actions.onSwipeRight && label(rightLabel, 'right')}
      <Box
        ref={contentRef}
        {...handlers}
        sx={{
          position: 'relative',
          borderRadius: 'inherit',
          touchAction: 'pan-y',
          // A held finger selects the card, not its text.
          '@media (pointer: coarse)': { userSelect: 'none', WebkitTouchCallout: 'none' },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
