/** The part of the profile about the second factor: what is set up, and every way to change it. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../common/limits';
import type { PasskeyLine } from '../../../common/secondFactor';
import { Part } from '../../shared/account/Part';
import { useApp } from '../../shared/app';
import { useFormat } from '../../shared/format';
import { Sure } from '../layout/Sure';
import { RecoveryCodes } from './RecoveryCodes';
import type { Factor } from './useFactor';
import { lazyPart } from '../../ui/lazyPart';

const AppDialog = lazyPart(async () => (await import('./AppDialog')).AppDialog);
const RenameDialog = lazyPart(async () => (await import('./RenameDialog')).RenameDialog);
const PasskeyDialog = lazyPart(async () => (await import('./PasskeyDialog')).PasskeyDialog);

interface LineProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}
function Line({ title, text, children }: LineProps) {
  return (
    <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Stack>
      {children}
    </Stack>
  );
}

/** What is being done, one thing at a time. */
type Doing = 'app' | 'passkey' | 'drop_app' | 'renew' | PasskeyLine | { readonly rename: PasskeyLine };
interface DoingProps {
  readonly factor: Factor;
  readonly onDo: (doing: Doing) => void;
}

function App({ factor: { state }, onDo }: DoingProps) {
  const { t } = useTranslation();
  return (
    <Line title={t('factor.app')} text={state.otp ? t('factor.app_on') : t('factor.app_off')}>
      {state.otp ? (
        <Button
          size="small"
          aria-label={t('factor.remove_named', { name: t('factor.app') })}
          onClick={() => onDo('drop_app')}
        >
          {t('factor.remove')}
        </Button>
      ) : (
        <Button
          size="small"
          variant="outlined"
          aria-label={`${t('factor.set_up')}: ${t('factor.app')}`}
          onClick={() => onDo('app')}
        >
          {t('factor.set_up')}
        </Button>
      )}
    </Line>
  );
}

function Passkeys({ factor: { state }, onDo }: DoingProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { passkeys } = state;
  const said = ({ create_time, used_time }: PasskeyLine) =>
    used_time === null
      ? t('factor.passkey_unused', { time: format.dateTime(create_time) })
      : t('factor.passkey_used', { time: format.dateTime(used_time) });
  return (
    <>
      <Line title={t('factor.passkeys')} text={passkeys.length === 0 ? t('factor.passkeys_none') : ''}>
        {passkeys.length < LIMITS.passkeys && (
          <Button size="small" variant="outlined" sx={{ flex: 'none' }} onClick={() => onDo('passkey')}>
            {t('factor.passkey_add')}
          </Button>
        )}
      </Line>
      {passkeys.length > 0 && (
        <Stack component="ul" sx={{ m: 0, pl: 4, listStyle: 'none', gap: 3 }}>
          {passkeys.map((one) => (
            <li key={one.id}>
              <Line title={one.name} text={said(one)}>
                <Button
                  size="small"
                  aria-label={t('factor.rename_named', { name: one.name })}
                  onClick={() => onDo({ rename: one })}
                >
                  {t('factor.rename')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('factor.remove_named', { name: one.name })}
                  onClick={() => onDo(one)}
                >
                  {t('factor.remove')}
                </Button>
              </Line>
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}

interface AskProps {
  readonly factor: Factor;
  readonly doing: Doing | undefined;
  readonly onClose: () => void;
}
/** Whatever takes something away is asked about first. */
function Ask({ factor, doing, onClose }: AskProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { state, send } = factor;
  const last = state.passkeys.length + (state.otp ? 1 : 0) === 1;
  const text = last ? t('factor.remove_last') : t('factor.remove_text');
  const run = async (what: string, body?: object) => {
    const sent = await send(what, body, what !== 'recoveryRenew');
    if ('refusal' in sent) toasts.show('error', sent.refusal);
  };
  if (doing === 'renew') {
    const [title, lead] = [t('factor.codes_renew_title'), t('factor.codes_renew_text')];
    const sure = () => void run('recoveryRenew');
    return <Sure open title={title} text={lead} action={t('factor.codes_renew')} onClose={onClose} onSure={sure} />;
  }
  const key = typeof doing === 'object' && !('rename' in doing) ? doing : undefined;
  if (key === undefined && doing !== 'drop_app') return null;
  const title = key ? t('factor.remove_key', { name: key.name }) : t('factor.remove_app');
  const sure = () => void (key ? run('passkeyRemove', { id: key.id }) : run('otpRemove'));
  return <Sure open title={title} text={text} action={t('factor.remove')} onClose={onClose} onSure={sure} />;
}

export function SecondFactor({ factor }: { readonly factor: Factor }) {
  const { t } = useTranslation();
  const [doing, onDo] = useState<Doing>();
  const { state, codes, putAway } = factor;
  const has = state.otp || state.passkeys.length > 0;
  const close = () => onDo(undefined);
  return (
    <Part title={t('factor.title')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 4 }}>
        {t('factor.lead')}
      </Typography>
      {state.required && (
        <Alert severity="info" sx={{ mb: 4 }}>
          {t('factor.required')}
        </Alert>
      )}
      <Stack divider={<Divider />} sx={{ gap: 4 }}>
        <App factor={factor} onDo={onDo} />
        <Passkeys factor={factor} onDo={onDo} />
        {has && (
          <Line
            title={t('factor.codes')}
            text={t('factor.codes_left', { count: state.recovery, all: LIMITS.recoveryCodes })}
          >
            <Button size="small" onClick={() => onDo('renew')}>
              {t('factor.codes_renew')}
            </Button>
          </Line>
        )}
      </Stack>
      <Suspense fallback={null}>
        {doing === 'app' && <AppDialog factor={factor} onClose={close} />}
        {doing === 'passkey' && <PasskeyDialog factor={factor} onClose={close} />}
        {typeof doing === 'object' && 'rename' in doing && (
          <RenameDialog factor={factor} passkey={doing.rename} onClose={close} />
        )}
      </Suspense>
      <Ask factor={factor} doing={doing} onClose={close} />
      <RecoveryCodes codes={codes} onDone={putAway} />
    </Part>
  );
}
