/** Provinces, cities and districts for whoever asks step by step (specification, point 7): from a bundled dataset, never from elsewhere. */
import { areaList } from '@vant/area-data';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import { fault } from '../../../common/protocol/faults';

const { province_list: provinces, city_list: cities, county_list: districts } = areaList;

interface Option {
  readonly value: string;
  readonly label: string;
}
const below = (level: Readonly<Record<string, string>>, prefix: string): readonly Option[] =>
  Object.entries(level).flatMap(([value, label]) => (value.startsWith(prefix) ? [{ value, label }] : []));

/** Without a province all provinces; with one its cities; with both the districts of the city. */
export function areasOf(province: string, city: string): readonly Option[] {
  if (province === '') return below(provinces, '');
  if (provinces[province] === undefined) return [];
  if (city === '') return below(cities, province.slice(0, 2));
  const within = cities[city] !== undefined && city.startsWith(province.slice(0, 2));
  return within ? below(districts, city.slice(0, 4)) : [];
}

const codeIn = (value: unknown): string => {
  if (value === undefined || value === '') return '';
  if (typeof value !== 'string' || !/^\d{1,6}$/.test(value)) throw fault('request.malformed');
  return value;
};
const answer = ({ query }: RequestCall): Promise<HandlerResult> =>
  Promise.resolve({ data: areasOf(codeIn(query['province']), codeIn(query['city'])) });

export function routeAreas({ add: route }: RouteRegistry): void {
  const common = {
    method: 'GET',
    query: ['province', 'city'],
    body: 'none',
    summary: 'Provinces, cities of one, districts of one',
    handler: answer,
  } as const;
  route({ ...common, path: '/admin/ajax/area', tokens: 'any', realm: 'admin', access: 'admin' });
  route({ ...common, path: '/api/ajax/area', realm: 'member', access: 'guest', withoutToken: true });
}
