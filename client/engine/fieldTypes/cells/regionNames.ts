/** Provinces, cities and districts by their codes (GB/T 2260); 60 KB that arrive with the first place somebody looks at. */
import { areaList } from '@vant/area-data';

const REGION_LEVELS = [areaList.province_list, areaList.city_list, areaList.county_list] as const;

export interface Region {
  readonly code: string;
  readonly name: string;
}
/** What can be chosen below the codes chosen so far. */
export function regionsBelow(chosenCodes: readonly string[]): readonly Region[] {
  const level = chosenCodes.length;
  const prefix = (chosenCodes.at(-1) ?? '').slice(0, level * 2);
  return Object.entries(REGION_LEVELS[level] ?? {}).flatMap(([code, name]) =>
    code.startsWith(prefix) ? [{ code, name }] : [],
  );
}
const levelAt = (level: number) => (level < REGION_LEVELS.length ? REGION_LEVELS[level] : undefined);
/** The name of a code, or the code itself. */
export const regionName = (code: string): string => {
  const level = code.endsWith('0000') ? 0 : code.endsWith('00') ? 1 : 2;
  return levelAt(level)?.[code] ?? code;
};
