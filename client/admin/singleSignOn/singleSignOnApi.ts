/** REST endpoints of single sign-on, and what this tab keeps until the provider leads back. */
import { asRecord, asString } from '../../../common/json';
import { api } from '../../shared/api/api';
import type { ProviderResponse } from '../../shared/auth/signInApi';

/** A request that was begun in this tab. */
export interface PendingRequest {
  readonly purpose: 'sign_in' | 'link';
  readonly ticket: string;
}
interface BegunRequest {
  readonly url: string;
  readonly ticket: string;
}
interface LinkState {
  /** Host of the provider; empty without one. */
  readonly provider: string;
  readonly isLinked: boolean;
}

const STORAGE_KEY = 'singleSignOn';
export function keepPendingRequest(request: PendingRequest): void {
  window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(request));
}
/** The request that this tab began; undefined without one. */
export function readPendingRequest(): PendingRequest | undefined {
  const text = window.sessionStorage.getItem(STORAGE_KEY);
  if (text === null) return undefined;
  const { purpose, ticket } = asRecord(JSON.parse(text)) ?? {};
  return { purpose: purpose === 'link' ? 'link' : 'sign_in', ticket: asString(ticket) };
}
/** It is answered once. */
export const forgetPendingRequest = (): void => window.sessionStorage.removeItem(STORAGE_KEY);

const parseBegun = (data: unknown): BegunRequest => ({
  url: asString(asRecord(data)?.['url'], 4000),
  ticket: asString(asRecord(data)?.['ticket']),
});
export const singleSignOnApi = api.injectEndpoints({
  endpoints: (build) => ({
    beginSingleSignOn: build.mutation<BegunRequest, undefined>({
      query: () => ({ url: '/admin/oidc/begin', method: 'POST', body: {} }),
      transformResponse: parseBegun,
    }),
    linkState: build.query<LinkState, undefined>({
      query: () => ({ url: '/admin/oidc/state', isSilent: true, allowsParallel: true }),
      transformResponse: (data) => ({
        provider: asString(asRecord(data)?.['provider']),
        isLinked: asRecord(data)?.['isLinked'] === true,
      }),
      keepUnusedDataFor: 0,
    }),
    beginLink: build.mutation<BegunRequest, undefined>({
      query: () => ({ url: '/admin/oidc/beginLink', method: 'POST', body: {} }),
      transformResponse: parseBegun,
    }),
    linkIdentity: build.mutation<unknown, ProviderResponse>({
      query: (body) => ({ url: '/admin/oidc/link', method: 'POST', body, isSilent: true, announce: true }),
    }),
    unlinkIdentity: build.mutation<unknown, undefined>({
      query: () => ({ url: '/admin/oidc/unlink', method: 'POST', body: {}, announce: true }),
    }),
  }),
});
