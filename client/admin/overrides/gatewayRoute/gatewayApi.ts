/** Requests of the try-out: what the gateway knows of an app, and one signed call. */
import { appPluginVersionApi } from '../../../../common/entities/appPluginVersionApi';
import { asInteger, asOneOf, asRecord, asString, asStringList, asStringRecord } from '../../../../common/json';
import { parseApiParameters, type ApiParameter } from '../../../../common/protocol/apiParameters';
import { entityUrl } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';

export interface GatewayRoute {
  readonly interfaceId: number;
  readonly name: string;
  readonly address: string;
  readonly methods: readonly string[];
  readonly item: string;
  readonly isTest: boolean;
  readonly parameters: readonly ApiParameter[];
}
interface GatewayState {
  readonly upstreamId: string;
  readonly breaker: 'closed' | 'open' | 'half_open';
  readonly routes: readonly GatewayRoute[];
}
interface TryOutRequest {
  readonly id: number;
  readonly method: string;
  readonly query: string;
  readonly body: string;
  readonly isTest: boolean;
  readonly memberToken: string;
}
export interface TryOutResponse {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly canonical: string;
  readonly status: number;
  readonly ms: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}

const MAX_TEXT = 70_000;

export const gatewayApi = api.injectEndpoints({
  endpoints: (build) => ({
    gatewayState: build.query<GatewayState, number>({
      query: (appId) => ({ url: `/admin/app/gateway?id=${appId}`, isSilent: true }),
      transformResponse: parseState,
      keepUnusedDataFor: 0,
    }),
    tryOut: build.mutation<TryOutResponse, TryOutRequest>({
      query: (body) => ({ url: entityUrl(appPluginVersionApi.name, 'call'), method: 'POST', body }),
      transformResponse: parseResponse,
    }),
  }),
});

function parseState(data: unknown): GatewayState {
  const { upstream, routes } = asRecord(data) ?? {};
  const known = asRecord(upstream) ?? {};
  return {
    upstreamId: asString(known['id']),
    breaker: asOneOf(known['state'], ['closed', 'open', 'half_open'], 'closed'),
    routes: (Array.isArray(routes) ? routes : []).map((raw: unknown) => {
      const route = asRecord(raw) ?? {};
      return {
        interfaceId: asInteger(route['interface_id']),
        name: asString(route['name']),
        address: asString(route['address']),
        methods: asStringList(route['methods']),
        item: asString(route['item']),
        isTest: route['is_test'] === true,
        parameters: parseApiParameters(route['parameters']).parameters,
      };
    }),
  };
}

function parseResponse(data: unknown): TryOutResponse {
  const { request, canonical, answer } = asRecord(data) ?? {};
  const [sent, received] = [asRecord(request) ?? {}, asRecord(answer) ?? {}];
  const query = asString(sent['query'], MAX_TEXT);
  return {
    method: asString(sent['method']),
    address: `${asString(sent['path'])}${query === '' ? '' : `?${query}`}`,
    headers: asStringRecord(sent['headers']),
    canonical: asString(canonical, MAX_TEXT),
    status: asInteger(received['status']),
    ms: asInteger(received['ms']),
    responseHeaders: asStringRecord(received['headers']),
    responseBody: asString(received['body'], MAX_TEXT),
  };
}
