/** Drag and drop from the palette of the designer: marks and reads the dragged item. */
import type { DragEvent } from 'react';
import { PALETTE, type DesignPaletteItem } from '../../../../common/designer/palette';

export const PALETTE_DRAG_TYPE = 'application/x-atrium-palette-item';
export const isPaletteDrag = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(PALETTE_DRAG_TYPE);
/** The dropped item. */
export const droppedItem = ({ dataTransfer }: DragEvent): DesignPaletteItem | undefined =>
  PALETTE.flatMap(({ items }) => items).find(({ key }) => key === dataTransfer.getData(PALETTE_DRAG_TYPE));
