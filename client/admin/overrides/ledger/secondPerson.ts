/** An amount too large for one admin alone: the same booking, sent to a second person. */
import { useRef } from 'react';
import { user } from '../../../../common/entities/user';
import { newMutationId } from '../../../engine/data/rowsApi';
import { usePermissions } from '../../../engine/usePermissions';
import { api } from '../../../shared/api/api';
import { isCallFault } from '../../../shared/api/faults';
import { asRecord } from '../../../../common/json';

/** Whether a refusal says that a second person is needed. */
export const wantsSecond = (error: unknown): boolean =>
  isCallFault(error) && asRecord(error.data)?.['secondPerson'] === true;

export function useAskSecond(onDone: () => void) {
  const may = usePermissions(user).canRunAction('ask_second');
  const [ask, { isLoading }] = api.useRequestMutation();
  /** What says the same is the same question, however often it is sent. */
  const mids = useRef(new Map<string, string>());
  /** `id`: of the member. */
  const send = async (id: number, booking: Readonly<Record<string, string | number>>) => {
    const content = JSON.stringify([id, booking]);
    const mid = mids.current.get(content) ?? newMutationId();
    mids.current.set(content, mid);
    const body = { id, ...booking, _mid: mid };
    const { error } = await ask({ url: '/admin/user/ask_second', method: 'POST', body, announce: true });
    if (error !== undefined) return;
    onDone();
  };
  return { may, send, busy: isLoading };
}
