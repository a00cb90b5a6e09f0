/** Requests the approval of a second admin for an amount above the limit of one admin. */
import { useRef } from 'react';
import { user } from '../../../../common/entities/user';
import { newIdempotencyKey } from '../../../engine/data/rowsApi';
import { usePermissions } from '../../../engine/usePermissions';
import { api } from '../../../shared/api/api';
import { isCallFault } from '../../../shared/api/faults';
import { asRecord } from '../../../../common/json';

/** Whether the error says that a second admin must approve. */
export const isApprovalRequiredFault = (error: unknown): boolean =>
  isCallFault(error) && asRecord(error.data)?.['secondPerson'] === true;

export function useRequestBookingApproval(onDone: () => void) {
  const canRequest = usePermissions(user).canRunAction('ask_second');
  const [sendRequest, { isLoading }] = api.useRequestMutation();
  /** Idempotency keys by content, so that a repeated request keeps its key. */
  const idempotencyKeys = useRef(new Map<string, string>());
  /** Sends the request for the member with this id. */
  const send = async (id: number, booking: Readonly<Record<string, string | number>>) => {
    const content = JSON.stringify([id, booking]);
    const idempotencyKey = idempotencyKeys.current.get(content) ?? newIdempotencyKey();
    idempotencyKeys.current.set(content, idempotencyKey);
    const body = { id, ...booking, _mid: idempotencyKey };
    const { error } = await sendRequest({ url: '/admin/user/ask_second', method: 'POST', body, announce: true });
    if (error !== undefined) return;
    onDone();
  };
  return { canRequest, send, isBusy: isLoading };
}
