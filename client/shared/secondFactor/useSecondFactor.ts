/** Second factors of the user's account, and the requests that change them. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorState } from '../../../common/secondFactor';
import type { Realm } from '../../../common/realm';
import { api } from '../api/api';
import { useApp } from '../app/appContext';
import { fieldErrors, getErrorText } from '../api/faults';
import { asRecord, asString, asInteger } from '../../../common/json';
import { listRows } from '../account/listRows';

const PATHS: Readonly<Record<Realm, string>> = { admin: '/admin/profile', member: '/api/account' };

export interface SecondFactor {
  readonly state: SecondFactorState;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  /** New recovery codes, until they are dismissed. */
  readonly codes: readonly string[];
  readonly dismissCodes: () => void;
  /** Resolves with the data or the error text; `announce` shows the success message of the server. */
  readonly send: (change: string, body?: object, announce?: boolean) => Promise<SendResult>;
}
export type SendResult = { readonly data: Readonly<Record<string, unknown>> } | { readonly refusal: string };

/** Parses the response; missing fields get defaults. */
function parseState(value: unknown): SecondFactorState {
  const record = asRecord(value) ?? {};
  const passkeys = listRows({ list: record['passkeys'] }).map((passkey) => ({
    id: asString(passkey['id']),
    name: asString(passkey['name']),
    create_time: asInteger(passkey['create_time']),
    used_time: passkey['used_time'] === null ? null : asInteger(passkey['used_time']),
  }));
  return {
    otp: record['otp'] === true,
    passkeys,
    recovery: asInteger(record['recovery']),
    required: record['required'] === true,
  };
}

/** The errors of the fields, or the message; `fallback` for an unknown error. */
function refusalText(error: unknown, fallback: string): string {
  const texts = Object.values(fieldErrors(error));
  if (texts.length > 0) return texts.join(' ');
  return getErrorText(error, fallback);
}

const asStringList = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export function useSecondFactor(): SecondFactor {
  const { t } = useTranslation();
  const path = PATHS[useApp().realm];
  const request = { url: `${path}/factor`, isSilent: true, allowsParallel: true };
  const { data, refetch } = api.useReadQuery(request, { refetchOnMountOrArgChange: true });
  const [sendRequest, { isLoading }] = api.useRequestMutation();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const send: SecondFactor['send'] = async (change, body = {}, announce = false) => {
    const result = await sendRequest({
      url: `${path}/${change}`,
      method: 'POST',
      body,
      isSilent: true,
      announce,
    });
    if (result.error !== undefined) return { refusal: refusalText(result.error, t('shell.failed.crash')) };
    const newCodes = asRecord(result.data) ?? {};
    if (Array.isArray(newCodes['codes'])) setCodes(asStringList(newCodes['codes']));
    void refetch();
    return { data: newCodes };
  };
  return {
    state: parseState(data),
    isReady: data !== undefined,
    isBusy: isLoading,
    codes,
    dismissCodes: () => setCodes([]),
    send,
  };
}
