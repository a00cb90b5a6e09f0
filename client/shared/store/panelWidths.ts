/** The width of the record panel, by person. */
import { asRecord } from '../../../common/json';

/** Pixels. */
export const MIN_PANEL_WIDTH = 480;
export const MAX_PANEL_WIDTH = 800;
/** Width until a person chooses another one. */
export const DEFAULT_PANEL_WIDTH = 520;
const MAX_PEOPLE = 20;

/** Pixels by the id of an admin. */
export type PanelWidths = Readonly<Record<string, number>>;

export const clampPanelWidth = (width: number): number =>
  Math.round(Math.min(MAX_PANEL_WIDTH, Math.max(MIN_PANEL_WIDTH, width)));

/** Parses stored widths; invalid ones are left out. */
export const parsePanelWidths = (value: unknown): PanelWidths =>
  Object.fromEntries(
    Object.entries(asRecord(value) ?? {})
      .flatMap(([person, width]) =>
        /^\d{1,15}$/.test(person) && typeof width === 'number' && clampPanelWidth(width) === width
          ? [[person, width] as const]
          : [],
      )
      .slice(-MAX_PEOPLE),
  );
