/** Opens the member centre as one member sees it, in a tab of its own. The ticket stands behind `#`, which browsers send to no server. */
import { user } from '../../../../common/entities/user';
import { api } from '../../../shared/api/api';
import { singleFieldError } from '../../../shared/api/faults';
import { asRecord, asString } from '../../../../common/json';

/** The tab is open; or the browser blocked it and a link has to open it; or the server refused. */
export type SupportOutcome = { readonly blocked?: string } | { readonly refusal: string };

export function useSupport(id: number) {
  const [ask, { isLoading }] = api.useRequestMutation();
  const openAccount = async (reason: string): Promise<SupportOutcome> => {
    const url = `/admin/${user.name}/support`;
    const { data, error } = await ask({ url, method: 'POST', body: { id, reason }, isSilent: true });
    const ticket = asString(asRecord(data)?.['ticket'], 200);
    if (ticket === '') return { refusal: singleFieldError(error, 'reason') };
    const address = `/user/login#support=${encodeURIComponent(ticket)}`;
    // After the answer: a tab that opened earlier would cover the question for the password.
    return window.open(address, '_blank') === null ? { blocked: address } : {};
  };
  return { openAccount, busy: isLoading };
}
