/** How a person likes one list: its columns, their widths, which branches are folded, whether sums are shown. */
import { asRecord } from './persist';

export interface ListView {
  /** In order; null: as the definition says. */
  readonly columns: readonly string[] | null;
  readonly widths: Readonly<Record<string, number>>;
  readonly folded: readonly number[];
  readonly summary: boolean;
}
export const USUAL_VIEW: ListView = { columns: null, widths: {}, folded: [], summary: false };
export const NARROWEST = 56;
export const WIDEST = 640;
const MOST_VIEWS = 200;
const MOST_NAMES = 100;

const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z]\w{0,63}$/.test(value);
const isWidth = (value: unknown): value is number => typeof value === 'number' && value >= NARROWEST && value <= WIDEST;
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MOST_NAMES) : []);

function viewOf(value: unknown): ListView {
  const raw = asRecord(value) ?? {};
  const columns = listIn(raw['columns']).filter(isName);
  const widths = Object.entries(asRecord(raw['widths']) ?? {}).flatMap(([name, width]) =>
    isName(name) && isWidth(width) ? [[name, Math.round(width)] as const] : [],
  );
  return {
    columns: columns.length > 0 ? columns : null,
    widths: Object.fromEntries(widths.slice(0, MOST_NAMES)),
    folded: listIn(raw['folded']).filter((id): id is number => Number.isSafeInteger(id)),
    summary: raw['summary'] === true,
  };
}
/** By person and entity, as in `7/news`. */
export type ListViews = Readonly<Record<string, ListView>>;
export const listViewsOf = (value: unknown): ListViews =>
  Object.fromEntries(
    Object.entries(asRecord(value) ?? {})
      .filter(([key]) => /^\d{1,15}\/\w{1,64}$/.test(key))
      .slice(-MOST_VIEWS)
      .map(([key, view]) => [key, viewOf(view)]),
  );
