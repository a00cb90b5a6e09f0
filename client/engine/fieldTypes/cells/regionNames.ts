/** Names of provinces, cities and districts by code (GB/T 2260); 60 KB, loaded on demand. */
import { areaList } from '@vant/area-data';

const REGION_LEVELS = [areaList.province_list, areaList.city_list, areaList.county_list] as const;

export interface Region {
  readonly code: string;
  readonly name: string;
}
/** Regions below the chosen codes. */
export function regionsBelow(chosenCodes: readonly string[]): readonly Region[] {
  const level = chosenCodes.length;
  const prefix = (chosenCodes.at(-1) ?? '').slice(0, level * 2);
  return Object.entries(REGION_LEVELS[level] ?? {}).flatMap(([code, name]) =>
    code.startsWith(prefix) ? [{ code, name }] : [],
  );
}
const levelAt = (level: number) => (level < REGION_LEVELS.length ? REGION_LEVELS[level] : undefined);
/** Name of a region code; the code itself if unknown. */
export const regionName = (code: string): string => {
  const level = code.endsWith('0000') ? 0 : code.endsWith('00') ? 1 : 2;
  return levelAt(level)?.[code] ?? code;
};
