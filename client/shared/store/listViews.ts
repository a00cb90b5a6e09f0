/** View settings of one list: columns, widths, folded branches, summary. */
import { asRecord } from '../../../common/json';

export interface ListView {
  /** In order; null: those of the definition. */
  readonly columns: readonly string[] | null;
  readonly widths: Readonly<Record<string, number>>;
  readonly folded: readonly number[];
  readonly summary: boolean;
}
export const DEFAULT_LIST_VIEW: ListView = { columns: null, widths: {}, folded: [], summary: false };
export const MIN_COLUMN_WIDTH = 56;
export const MAX_COLUMN_WIDTH = 640;
const MAX_VIEWS = 200;
const MAX_NAMES = 100;

const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z]\w{0,63}$/.test(value);
const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && value >= MIN_COLUMN_WIDTH && value <= MAX_COLUMN_WIDTH;
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MAX_NAMES) : []);

function parseListView(value: unknown): ListView {
  const raw = asRecord(value) ?? {};
  const columns = toList(raw['columns']).filter(isName);
  const widths = Object.entries(asRecord(raw['widths']) ?? {}).flatMap(([name, width]) =>
    isName(name) && isWidth(width) ? [[name, Math.round(width)] as const] : [],
  );
  return {
    columns: columns.length > 0 ? columns : null,
    widths: Object.fromEntries(widths.slice(0, MAX_NAMES)),
    folded: toList(raw['folded']).filter((id): id is number => Number.isSafeInteger(id)),
    summary: raw['summary'] === true,
  };
}
/** By person and entity, as in `7/news`. */
export type ListViews = Readonly<Record<string, ListView>>;
export const parseListViews = (value: unknown): ListViews =>
  Object.fromEntries(
    Object.entries(asRecord(value) ?? {})
      .filter(([key]) => /^\d{1,15}\/\w{1,64}$/.test(key))
      .slice(-MAX_VIEWS)
      .map(([key, view]) => [key, parseListView(view)]),
  );
