/** The area of a screen in which the preview of its open record is shown on wide screens. */
import { createContext } from 'react';

/** Null: the screen has no such area. */
export const PreviewAreaContext = createContext<HTMLElement | null>(null);

/** Style of an area over its next sibling, which it hides while it shows a preview. */
export const OVERLAY_NEXT_SIBLING_STYLE = {
  position: 'absolute',
  inset: 0,
  zIndex: 1,
  '&:empty': { display: 'none' },
  '&:not(:empty) + *': { visibility: 'hidden' },
} as const;

/** Style of an area beside its next sibling, which becomes as narrow as `width` while the area shows a preview. */
export const getBesideNextSiblingStyle = (width: number) =>
  ({
    position: 'relative',
    flex: 1,
    minWidth: 0,
    mr: 4,
    border: 1,
    borderColor: 'divider',
    borderRadius: '10px',
    overflow: 'hidden',
    '&:empty': { display: 'none' },
    '&:not(:empty) + *': { width, flex: 'none' },
  }) as const;
