/** Provinces, cities and districts by their codes (GB/T 2260); 60 KB that arrive with the first place somebody looks at. */
import { areaList } from '@vant/area-data';

const LEVELS = [areaList.province_list, areaList.city_list, areaList.county_list] as const;

export interface Area {
  readonly code: string;
  readonly name: string;
}
/** What can be chosen below the codes chosen so far. */
export function areasBelow(chosen: readonly string[]): readonly Area[] {
  const at = chosen.length;
  const prefix = (chosen.at(-1) ?? '').slice(0, at * 2);
  return Object.entries(LEVELS[at] ?? {}).flatMap(([code, name]) => (code.startsWith(prefix) ? [{ code, name }] : []));
}
const isLevel = (at: number) => (at < LEVELS.length ? LEVELS[at] : undefined);
/** The name of a code, or the code itself. */
export const areaName = (code: string): string => {
  const at = code.endsWith('0000') ? 0 : code.endsWith('00') ? 1 : 2;
  return isLevel(at)?.[code] ?? code;
};
