/** Provinces, cities and districts, step by step, from a bundled data set. */
import { areaList } from '@vant/area-data';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { fault } from '../../../common/protocol/faults';

const { province_list: provinces, city_list: cities, county_list: districts } = areaList;

interface RegionOption {
  readonly value: string;
  readonly label: string;
}
const optionsWithPrefix = (level: Readonly<Record<string, string>>, prefix: string): readonly RegionOption[] =>
  Object.entries(level).flatMap(([value, label]) => (value.startsWith(prefix) ? [{ value, label }] : []));

/** Without a province all provinces; with one its cities; with both the districts of the city. */
export function listRegions(province: string, city: string): readonly RegionOption[] {
  if (province === '') return optionsWithPrefix(provinces, '');
  if (provinces[province] === undefined) return [];
  if (city === '') return optionsWithPrefix(cities, province.slice(0, 2));
  const isCityInProvince = cities[city] !== undefined && city.startsWith(province.slice(0, 2));
  return isCityInProvince ? optionsWithPrefix(districts, city.slice(0, 4)) : [];
}

const parseRegionCode = (value: unknown): string => {
  if (value === undefined || value === '') return '';
  if (typeof value !== 'string' || !/^\d{1,6}$/.test(value)) throw fault('request.malformed');
  return value;
};
const handleListRegions = ({ query }: RouteCall): Promise<HandlerResult> =>
  Promise.resolve({ data: listRegions(parseRegionCode(query['province']), parseRegionCode(query['city'])) });

export function registerRegionRoutes({ routes: { add: route } }: ModuleServices): void {
  const common = {
    method: 'GET',
    query: ['province', 'city'],
    body: 'none',
    summary: 'List provinces, cities of a province, or districts of a city',
    handler: handleListRegions,
  } as const;
  route({ ...common, path: '/admin/ajax/area', tokenScope: 'any', realm: 'admin', access: 'admin' });
  route({ ...common, path: '/api/ajax/area', realm: 'member', access: 'guest', ignoresToken: true });
}
