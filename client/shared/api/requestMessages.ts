/** The messages of the request layer itself: HTTP errors, lost connections, duplicates. */
import type { i18n as I18n } from 'i18next';

export interface RequestMessages {
  /** Whether there is a message for this HTTP status. */
  readonly hasHttpMessage: (status: number) => boolean;
  readonly http: (status: number, url: string) => string;
  readonly failure: (kind: 'timeout' | 'network') => string;
  readonly duplicate: (url: string) => string;
  /** Names the request, so that its failure can be found in the server log. */
  readonly request: (id: string) => string;
  readonly success: () => string;
}

const HTTP_MESSAGE_KEYS = {
  302: 'faults.client.redirected',
  400: 'faults.request.malformed',
  401: 'faults.access.denied',
  403: 'faults.access.denied',
  404: 'faults.route.missing',
  408: 'faults.request.timeout',
  409: 'faults.row.duplicate',
  500: 'faults.server.internal',
  501: 'faults.server.not_implemented',
  502: 'faults.server.gateway',
  503: 'faults.server.busy',
  504: 'faults.server.deadline',
  505: 'faults.server.http_version',
} as const;
type KnownStatus = keyof typeof HTTP_MESSAGE_KEYS;
const hasHttpMessage = (status: number): status is KnownStatus => Object.hasOwn(HTTP_MESSAGE_KEYS, status);

/** The messages in the current language of `i18n`. */
export const createRequestMessages = (i18n: I18n): RequestMessages => ({
  hasHttpMessage,
  http: (status, url) =>
    hasHttpMessage(status) ? i18n.t(HTTP_MESSAGE_KEYS[status], { url }) : i18n.t('faults.client.other'),
  failure: (kind) => {
    if (kind === 'timeout') return i18n.t('faults.client.timeout');
    return i18n.t(navigator.onLine ? 'faults.client.network' : 'faults.client.offline');
  },
  duplicate: (url) => i18n.t('faults.client.duplicate', { url }),
  request: (id) => i18n.t('shell.request', { id }),
  success: () => i18n.t('shell.done'),
});
