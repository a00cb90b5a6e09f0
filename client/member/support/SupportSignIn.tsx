/** Starts a support session: exchanges the ticket of the console for a read-only session of this tab. */
import Alert from '@mui/material/Alert';
import CircularProgress from '@mui/material/CircularProgress';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../shared/api/api';
import { useApp } from '../../shared/app/appContext';
import { useAppDispatch } from '../../shared/app/createStore';
import { entitiesCleared } from '../../shared/store/entities';
import { isCallFault } from '../../shared/api/faults';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { asRecord } from '../../../common/json';
import { parseSessionUser, signedIn } from '../../shared/store/session';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { readSupportTicket } from './linkTickets';

export function SupportSignIn() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { navigate } = useApp();
  const dispatch = useAppDispatch();
  const [send] = api.useRequestMutation();
  const [errorText, setErrorText] = useState('');
  const signInAsSupport = useEffectEvent(async () => {
    const body = { ticket: readSupportTicket() ?? '' };
    const { data, error } = await send({ url: '/api/user/support', method: 'POST', body, isSilent: true });
    const person = parseSessionUser(asRecord(asRecord(data)?.['userInfo']));
    if (person) {
      // The cached data of this tab belongs to another user.
      dispatch(api.util.resetApiState());
      dispatch(entitiesCleared());
      dispatch(signedIn({ realm: 'member', person, isPersistent: false, isTabOnly: true }));
      navigate(APP_PATHS.member.front, true);
    } else setErrorText(isCallFault(error) ? error.msg : t('memberSupport.support.over'));
  });
  // The ticket can be used once, and React’s strict mode runs effects twice.
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void signInAsSupport();
  }, []);
  return errorText === '' ? (
    <CircularProgress aria-label={t('memberSupport.support.entering')} />
  ) : (
    <Alert severity="error">{errorText}</Alert>
  );
}
