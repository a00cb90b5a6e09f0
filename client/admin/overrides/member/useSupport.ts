/**
 * Opens the member center in a new tab, as a view-only support session. The ticket is in the URL fragment, which browsers do
 * not send to servers.
 */
import { user } from '../../../../common/entities/user';
import { api } from '../../../shared/api/api';
import { singleFieldError } from '../../../shared/api/faults';
import { asRecord, asString } from '../../../../common/json';

/** The tab is open, or the browser blocked it and a link must open it, or the server refused. */
export type SupportOutcome = { readonly blockedUrl?: string } | { readonly refusal: string };

export function useSupport(id: number) {
  const [sendRequest, { isLoading }] = api.useRequestMutation();
  const openAccount = async (reason: string): Promise<SupportOutcome> => {
    const url = `/admin/${user.name}/support`;
    const { data, error } = await sendRequest({ url, method: 'POST', body: { id, reason }, isSilent: true });
    const ticket = asString(asRecord(data)?.['ticket'], 200);
    if (ticket === '') return { refusal: singleFieldError(error, 'reason') };
    const accountUrl = `/user/login#support=${encodeURIComponent(ticket)}`;
    // Only after the response: a tab opened earlier would cover the step-up dialog.
    return window.open(accountUrl, '_blank') === null ? { blockedUrl: accountUrl } : {};
  };
  return { openAccount, isBusy: isLoading };
}
