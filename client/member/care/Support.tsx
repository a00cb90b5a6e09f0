/** The way in for support: the ticket of the console becomes a session of this tab alone, which only looks. */
import Alert from '@mui/material/Alert';
import CircularProgress from '@mui/material/CircularProgress';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../shared/api';
import { useApp } from '../../shared/app';
import { useAppDispatch } from '../../shared/createStore';
import { allForgotten } from '../../shared/entities';
import { isCallFault } from '../../shared/faults';
import { SIDES } from '../../shared/onward';
import { asRecord } from '../../shared/persist';
import { personOf, signedIn } from '../../shared/session';
import { useLaterWords } from '../../shared/useLaterWords';
import { supportTicket } from './supportTicket';

export function Support() {
  useLaterWords();
  const { t } = useTranslation();
  const { go } = useApp();
  const dispatch = useAppDispatch();
  const [ask] = api.useRequestMutation();
  const [fault, setFault] = useState('');
  const enter = useEffectEvent(async () => {
    const body = { ticket: supportTicket() ?? '' };
    const { data, error } = await ask({ url: '/api/user/support', method: 'POST', body, quiet: true });
    const person = personOf(asRecord(asRecord(data)?.['userInfo']));
    if (person) {
      // What this tab knew until now is somebody else's.
      dispatch(api.util.resetApiState());
      dispatch(allForgotten());
      dispatch(signedIn({ realm: 'user', person, keep: false, beside: true }));
      go(SIDES.user.front, true);
    } else setFault(isCallFault(error) ? error.msg : t('care.support.over'));
  });
  // A ticket is good for one use: not even React's second look may ask twice.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void enter();
  }, []);
  return fault === '' ? (
    <CircularProgress aria-label={t('care.support.entering')} />
  ) : (
    <Alert severity="error">{fault}</Alert>
  );
}
